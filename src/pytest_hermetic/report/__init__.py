"""How violations are told: pure functions, data in, text out."""
