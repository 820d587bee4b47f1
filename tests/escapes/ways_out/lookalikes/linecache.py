"""The project's own module of this name."""


def getlines(path):
    with open(path) as file:
        return file.readlines()
