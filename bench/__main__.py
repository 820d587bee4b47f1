"""`python -m bench`: what the plugin costs. The other measurements are commands of their own, named in their files."""

from bench import overhead

overhead.main()
