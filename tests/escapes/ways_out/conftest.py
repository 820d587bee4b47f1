"""A box of files for every case, made before any case runs, so that only the case's own act counts."""

import os
import re
from pathlib import Path

import pytest

FILES = {
    "text.txt": "hello\nworld\n",
    "other.txt": "other\n",
    "data.json": '{"answer": 42}',
    "table.csv": "name,age\nann,31\nbob,27\n",
    "settings.ini": "[server]\nport = 8080\n",
    "settings.toml": "[server]\nport = 8080\n",
    "settings.yaml": "server:\n  port: 8080\n",
    "page.xml": "<page><title>hello</title></page>",
    "page.html": "<p>hello {{ name }}</p>",
    ".env": "COLOUR=red\n",
    "script.py": "answer = 42\n",
    "folder/inner.txt": "inner\n",
    "folder/deep/deepest.txt": "deepest\n",
}


@pytest.fixture(scope="module")
def _boxes(request, tmp_path_factory):
    root = tmp_path_factory.mktemp("boxes")
    for item in request.session.items:
        if item.path == request.path:
            _fill(root / _plain(item.name))
    return root


@pytest.fixture
def box(_boxes, request):
    """A folder of the case's own, filled before the case began; asking for it touches nothing."""
    return _boxes / _plain(request.node.name)


def _plain(name):
    return re.sub(r"\W+", "-", name)


def _fill(box: Path):
    for name, text in FILES.items():
        path = box / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (box / "data.bin").write_bytes(bytes(range(64)))
    (box / "empty").mkdir()
    os.symlink("text.txt", box / "link")
