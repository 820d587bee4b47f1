"""Real servers on loopback that speak just enough of each protocol; ends when its standard input does."""

import base64
import hashlib
import os
import socket
import socketserver
import ssl
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Listener
from multiprocessing.managers import BaseManager
from pathlib import Path
from xmlrpc.server import SimpleXMLRPCServer

Conversation = Callable[[socket.socket], None]


def say(name: str, value: object) -> None:
    print(f"{name}={value}", flush=True)  # noqa: T201


def in_background(work: Callable[[], object]) -> None:
    threading.Thread(target=work, daemon=True).start()


def serve(name: str, converse: Conversation, *, listener: socket.socket | None = None) -> None:
    listener = listener or socket.create_server(("127.0.0.1", 0), backlog=128)
    if listener.family == socket.AF_INET:
        say(name, "{}:{}".format(*listener.getsockname()))

    def answer(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            converse(connection)

    def accept() -> None:
        while True:
            connection, _ = listener.accept()
            connection.settimeout(60)
            in_background(partial(answer, connection))

    in_background(accept)


def echo(connection: socket.socket) -> None:
    while data := connection.recv(65536):
        connection.sendall(data)


def greet_and_leave(connection: socket.socket) -> None:
    connection.sendall(b"220 hello\r\n")
    connection.shutdown(socket.SHUT_WR)
    connection.recv(65536)


def line_protocol(greeting: bytes, answers: dict[bytes, bytes], otherwise: bytes) -> Conversation:
    """Answer by the first word of a line; `%t` in an answer is the client's tag (IMAP)."""

    def converse(connection: socket.socket) -> None:
        connection.sendall(greeting)
        with connection.makefile("rb") as lines:
            for line in lines:
                words = line.split() or [b""]
                tag = words[0]
                verb = next((word.upper() for word in words[:2] if word.upper() in answers), b"")
                connection.sendall(answers.get(verb, otherwise).replace(b"%t", tag))
                if verb in {b"QUIT", b"LOGOUT"}:
                    return

    return converse


def smtp(connection: socket.socket) -> None:
    connection.sendall(b"220 localhost ESMTP\r\n")
    with connection.makefile("rb") as lines:
        for line in lines:
            verb = line.split()[0].upper()
            if verb == b"DATA":
                connection.sendall(b"354 go on\r\n")
                for text in lines:
                    if text == b".\r\n":
                        break
            if verb == b"QUIT":
                connection.sendall(b"221 bye\r\n")
                return
            connection.sendall(b"250 fine\r\n")


def ftp(connection: socket.socket) -> None:
    connection.sendall(b"220 ftp\r\n")
    passive = socket.create_server(("127.0.0.1", 0))
    port = passive.getsockname()[1]
    pasv = f"227 passive (127,0,0,1,{port >> 8},{port & 255})\r\n".encode()
    epsv = f"229 extended (|||{port}|)\r\n".encode()
    with connection.makefile("rb") as lines, passive:
        for line in lines:
            match line.split()[0].upper():
                case b"USER" | b"PASS":
                    connection.sendall(b"230 in\r\n")
                case b"PASV":
                    connection.sendall(pasv)
                case b"EPSV":
                    connection.sendall(epsv)
                case b"LIST" | b"NLST" | b"RETR":
                    connection.sendall(b"150 here\r\n")
                    with passive.accept()[0] as data:
                        data.sendall(b"readme.txt\r\n")
                    connection.sendall(b"226 done\r\n")
                case b"QUIT":
                    connection.sendall(b"221 bye\r\n")
                    return
                case _:
                    connection.sendall(b"200 fine\r\n")


def websocket(connection: socket.socket) -> None:
    lines = connection.makefile("rb")
    key = b""
    for line in lines:
        if line.lower().startswith(b"sec-websocket-key:"):
            key = line.split(b":", 1)[1].strip()
        if line == b"\r\n":
            break
    accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
    connection.sendall(
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
    )
    while len(head := lines.read(2)) == 2:
        length = head[1] & 127
        mask = lines.read(4)
        data = bytes(byte ^ mask[index % 4] for index, byte in enumerate(lines.read(length)))
        connection.sendall(bytes([head[0], length]) + data)
        if head[0] & 15 == 8:
            return


def mqtt(connection: socket.socket) -> None:
    connection.recv(65536)
    connection.sendall(b"\x20\x02\x00\x00")
    while connection.recv(65536):
        pass


def ldap(connection: socket.socket) -> None:
    connection.recv(65536)
    connection.sendall(bytes.fromhex("300c02010161070a010004000400"))
    while connection.recv(65536):
        pass


def nats(connection: socket.socket) -> None:
    connection.sendall(b'INFO {"server_id":"x","version":"2.9.0","max_payload":1048576,"proto":1}\r\n')
    with connection.makefile("rb") as lines:
        for line in lines:
            if line.startswith(b"PING"):
                connection.sendall(b"PONG\r\n")


def stomp(connection: socket.socket) -> None:
    while data := connection.recv(65536):
        if data.startswith((b"CONNECT", b"STOMP")):
            connection.sendall(b"CONNECTED\nversion:1.1\n\n\x00")
        if data.startswith(b"DISCONNECT"):
            return


def socks5(connection: socket.socket) -> None:
    connection.recv(65536)
    connection.sendall(b"\x05\x00")
    connection.recv(65536)
    connection.sendall(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")
    echo(connection)


class Page(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = b'{"hello": "' + (self.rfile.read(length) or b"world").replace(b'"', b"'") + b'"}'
        if self.path.startswith("/redirect"):
            self.send_response(302)
            self.send_header("Location", "/")
        else:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_POST = do_PUT = do_DELETE = do_HEAD = do_PATCH = do_OPTIONS = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        pass


def certificate(folder: str) -> Path:
    path = Path(folder, "localhost.pem")
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext"
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    out = ["-out", str(path), "-keyout", f"{path}.key"]
    subprocess.run([*command.split(), names, *out], check=True, capture_output=True)
    path.write_text(path.read_text() + Path(f"{path}.key").read_text())
    return path


def http(name: str, context: ssl.SSLContext | None = None) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    say(name, "{}:{}".format(*server.server_address[:2]))
    in_background(server.serve_forever)


def udp(name: str, answer: Callable[[bytes], bytes]) -> None:
    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            data, server = self.request
            server.sendto(answer(data), self.client_address)

    server = socketserver.ThreadingUDPServer(("127.0.0.1", 0), Handler)
    say(name, "{}:{}".format(*server.server_address[:2]))
    in_background(server.serve_forever)


def dns_answer(query: bytes) -> bytes:
    question = query[12 : query.index(b"\0", 12) + 5]
    header = query[:2] + b"\x85\x80\x00\x01\x00\x01\x00\x00\x00\x00"
    return header + question + b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x3c\x00\x04\x7f\x00\x00\x01"


def multiprocessing_echo() -> None:
    listener = Listener(("127.0.0.1", 0), authkey=b"escapes")
    say("LISTENER", "{}:{}".format(*listener.address))

    def talk() -> None:
        while True:
            try:
                with listener.accept() as connection:
                    connection.send(connection.recv())
            except (EOFError, OSError):
                continue

    in_background(talk)


def manager() -> None:
    class Shelf(BaseManager):
        pass

    Shelf.register("greeting", callable=lambda: ["hello"])
    server = Shelf(("127.0.0.1", 0), authkey=b"escapes").get_server()
    say("MANAGER", "{}:{}".format(*tuple(server.address or ())))

    def work() -> None:
        with suppress(SystemExit):
            server.serve_forever()

    in_background(work)


def unix(folder: str) -> None:
    for name, where in (("UNIX", f"{folder}/echo"), ("ABSTRACT", f"\0escapes-{os.getpid()}")):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(where)
        listener.listen(64)
        serve(name, echo, listener=listener)
        say(name, where.replace("\0", "@"))
    datagrams = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    datagrams.bind(f"{folder}/datagrams")
    say("UNIX_DATAGRAM", f"{folder}/datagrams")

    def swallow() -> None:
        while True:
            datagrams.recv(65536)

    in_background(swallow)
    web = socketserver.ThreadingUnixStreamServer(f"{folder}/http", Page)
    say("UNIX_HTTP", f"{folder}/http")
    in_background(web.serve_forever)


def main() -> None:
    socketserver.BaseServer.handle_error = lambda *_: None  # type: ignore[method-assign]
    with tempfile.TemporaryDirectory(prefix="escapes-") as folder:
        pem = certificate(folder)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem)
        say("CERTIFICATE", pem)
        serve("TCP", echo)
        if socket.has_ipv6:
            listener = socket.create_server(("::1", 0), family=socket.AF_INET6)
            serve("TCP6", echo, listener=listener)
            say("TCP6", f"::1:{listener.getsockname()[1]}")
        serve("GREETER", greet_and_leave)
        serve("SMTP", smtp)
        serve("FTP", ftp)
        serve("POP3", line_protocol(b"+OK pop\r\n", {b"STAT": b"+OK 2 320\r\n"}, b"+OK fine\r\n"))
        imap = {
            b"CAPABILITY": b"* CAPABILITY IMAP4rev1\r\n%t OK done\r\n",
            b"LOGOUT": b"* BYE\r\n%t OK bye\r\n",
        }
        serve("IMAP", line_protocol(b"* OK imap\r\n", imap, b"%t OK fine\r\n"))
        serve("NNTP", line_protocol(b"200 news\r\n", {b"QUIT": b"205 bye\r\n"}, b"500 what\r\n"))
        serve("TELNET", line_protocol(b"login: \r\n", {}, b"$ \r\n"))
        serve("WEBSOCKET", websocket)
        serve("MQTT", mqtt)
        serve("LDAP", ldap)
        serve("NATS", nats)
        serve("STOMP", stomp)
        serve("SOCKS", socks5)
        http("HTTP")
        http("HTTPS", context)
        udp("UDP", bytes)
        udp("DNS", dns_answer)
        udp("SYSLOG", lambda _: b"")
        rpc = SimpleXMLRPCServer(("127.0.0.1", 0), logRequests=False, allow_none=True)
        rpc.register_function(lambda a, b: a + b, "add")
        say("XMLRPC", "{}:{}".format(*rpc.server_address[:2]))
        in_background(rpc.serve_forever)
        multiprocessing_echo()
        manager()
        unix(folder)
        print("READY", flush=True)  # noqa: T201
        sys.stdin.read()


if __name__ == "__main__":
    main()
