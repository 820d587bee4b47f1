"""Imports a submodule when first asked for it."""


def __getattr__(name):
    if name == "ANSWER":
        from .lazy_attribute import ANSWER

        return ANSWER
    raise AttributeError(name)
