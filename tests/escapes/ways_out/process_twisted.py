"""Twisted's reactor starts a process."""

import os

from twisted.internet import protocol, selectreactor


def test_spawn_process():
    reactor = selectreactor.SelectReactor()
    reactor._handleSignals = lambda: None
    process = reactor.spawnProcess(protocol.ProcessProtocol(), "/bin/true", ["true"], usePTY=False)
    os.waitpid(process.pid, 0)
    process.pid = None
    for pipe in list(process.pipes.values()):
        pipe.stopReading()
        pipe.stopWriting() if hasattr(pipe, "stopWriting") else None
