"""Twisted: the reactor's own way of connecting, listening and resolving."""

from targets import address
from twisted.internet import defer, protocol, selectreactor
from twisted.internet.endpoints import TCP4ClientEndpoint, connectProtocol


class Ping(protocol.Protocol):
    def connectionMade(self):
        self.transport.write(b"ping")

    def dataReceived(self, data):
        self.transport.loseConnection()
        self.factory.done.callback(data)


class Pings(protocol.ClientFactory):
    protocol = Ping

    def __init__(self):
        self.done = defer.Deferred()

    def clientConnectionFailed(self, connector, reason):
        self.done.errback(reason)


def turn(reactor, until, turns=200):
    while not until() and turns:
        reactor.runUntilCurrent()
        reactor.doIteration(0.02)
        turns -= 1


def test_connect_tcp():
    reactor = selectreactor.SelectReactor()
    factory, got = Pings(), []
    factory.done.addBoth(got.append)
    reactor.connectTCP(*address("TCP"), factory)
    turn(reactor, lambda: got)
    assert got == [b"ping"]


def test_listen_tcp():
    reactor = selectreactor.SelectReactor()
    port = reactor.listenTCP(0, protocol.Factory(), interface="127.0.0.1")
    assert port.getHost().port
    port.stopListening()
    turn(reactor, lambda: False, 3)


def test_listen_udp():
    reactor = selectreactor.SelectReactor()
    port = reactor.listenUDP(0, protocol.DatagramProtocol(), interface="127.0.0.1")
    port.stopListening()
    turn(reactor, lambda: False, 3)


def test_endpoint():
    reactor = selectreactor.SelectReactor()
    got = []
    connectProtocol(TCP4ClientEndpoint(reactor, *address("TCP")), protocol.Protocol()).addBoth(got.append)
    turn(reactor, lambda: got)
    assert isinstance(got[0], protocol.Protocol)
