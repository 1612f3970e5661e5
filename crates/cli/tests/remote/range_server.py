"""A web server on loopback that answers requests for ranges, and lies if it is told to.

    range_server.py FOLDER LOG [FAULT]

Prints its URL, and then serves the files of FOLDER until its standard input ends. LOG gets a line for each
request: the method, the path with its query, and the range. FAULT is what it does wrong with files of
`positions`.
"""

import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

folder, log = Path(sys.argv[1]).resolve(), open(sys.argv[2], "a", buffering=1)
fault = sys.argv[3] if len(sys.argv) > 3 else ""
count = 0
lock = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def empty(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self):
        global count
        wanted = self.headers.get("Range")
        with lock:
            count += 1
            number = count
            log.write(f"{self.command} {self.path} {wanted or 'all'}\n")
        path = folder / unquote(urlsplit(self.path).path).lstrip("/")
        if ".." in path.parts or not path.is_file():
            return self.empty(404)
        content = path.read_bytes()
        wrong = fault if "positions/" in self.path else ""
        if fault.startswith("manifest-") and path.name == "manifest.json":
            wrong = fault.removeprefix("manifest-")
        if wrong == "silent":
            time.sleep(600)
        if wrong == "refused":
            return self.empty(403)
        if wrong == "broken":
            return self.empty(500)
        etag = f'"{len(content)}-{number if wrong == "etag" else 0}"'
        if wanted is None or wrong == "whole":
            self.send_response(200)
            body = content
        else:
            first, last = wanted.removeprefix("bytes=").split("-")
            start, end = int(first), min(int(last) + 1, len(content))
            if start >= len(content):
                return self.empty(416)
            size = len(content)
            if wrong == "size":
                size += 1
            if wrong == "short":
                end -= (end - start) // 2
            body = content[start:end]
            if wrong == "bytes":
                body = bytes(byte ^ 1 for byte in body)
            if wrong == "elsewhere":
                start, end = start + 1, end + 1
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{size}")
            if wrong == "less":
                body = body[: len(body) // 2]
            if wrong == "more":
                body += b"more"
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", etag)
        self.send_header("Last-Modified", "Sun, 01 Nov 2026 10:00:00 GMT")
        self.end_headers()
        if self.command == "HEAD":
            return
        if wrong in ("cut", "stall"):
            self.wfile.write(body[: len(body) // 2])
            self.wfile.flush()
            if wrong == "stall":
                time.sleep(600)
            self.close_connection = True
            return
        self.wfile.write(body)

    do_HEAD = do_GET


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
sys.stdin.read()
