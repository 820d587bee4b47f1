"""The one way this server says no: a sentence that says who, what and what to do instead."""


class Refusal(Exception):  # noqa: N818 - it is an answer to the caller, not a fault of the program
    """A request that will not be carried out; its text reaches the model as a tool error."""
