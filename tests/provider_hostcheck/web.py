"""A web server with one file."""

import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self


class Web:
    """Serves `content` at `url`, as a context manager.

    Args:
        content: The file.
        say_length: Whether it says how long the file is.
        length: What it says instead.
        cut: After how many bytes it closes the connection.
        status: What it answers.
        location: Where it sends whoever asks.
        stall: After how many bytes it waits for `go_on`.
        certificate: Folder with servercert.pem and serverkey.pem, for https.
    """

    def __init__(
        self,
        content: bytes,
        *,
        say_length: bool = True,
        length: str | None = None,
        cut: int | None = None,
        status: int = 200,
        location: str | None = None,
        stall: int | None = None,
        certificate: Path | None = None,
    ) -> None:
        self._going = threading.Event()
        going = self._going

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(status)
                if say_length:
                    self.send_header("Content-Length", str(len(content)) if length is None else length)
                if location is not None:
                    self.send_header("Location", location)
                self.end_headers()
                self.wfile.write(content[: cut if stall is None else stall])
                if stall is not None:
                    going.wait(60)
                    self.wfile.write(content[stall:])

            def log_message(self, *_arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        scheme = "http"
        if certificate is not None:
            scheme = "https"
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate / "servercert.pem", certificate / "serverkey.pem")
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.url = f"{scheme}://127.0.0.1:{self._server.server_port}/image"

    def go_on(self) -> None:
        """Let it send the rest."""
        self._going.set()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._going.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
