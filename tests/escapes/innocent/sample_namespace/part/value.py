VALUE = "a part of a namespace package"
