"""Attaches to modules when somebody imports them, and never imports one itself."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from importlib.abc import Loader
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    Attach = Callable[[ModuleType], Callable[[], None]]


class LateImports:
    """A meta path finder that only ever looks for the modules it was told about."""

    def __init__(self, attach: Mapping[str, Sequence[Attach]]) -> None:
        self._attach = attach
        self._undo: list[Callable[[], None]] = []

    def install(self) -> None:
        """Attach to what is loaded already, and wait for the rest."""
        for name in [name for name in self._attach if name in sys.modules]:
            self.loaded(name, sys.modules[name])
        sys.meta_path.insert(0, self)

    def uninstall(self) -> None:
        """Detach, and stop waiting."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        while self._undo:
            self._undo.pop()()

    def loaded(self, name: str, module: ModuleType) -> None:
        """Attach to a module that has just been executed."""
        self._undo += [attach(module) for attach in self._attach[name]]

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name not in self._attach:
            return None
        # Only those behind: one in front of us, another of our kind perhaps, is asking us now.
        for finder in sys.meta_path[sys.meta_path.index(self) + 1 :]:
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = _AttachingLoader(spec.loader, self)  # type: ignore[assignment] # quacks like it
                return spec
        return None


class _AttachingLoader:
    """Executes a module with its own loader, then attaches; the module never shows any loader but its own."""

    def __init__(self, loader: Loader, imports: LateImports) -> None:
        self._loader = loader
        self._imports = imports

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        # Not any earlier: the import system looks the loader up in the spec again, to execute the module.
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        self._imports.loaded(module.__name__, module)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)
