"""Passes requests on to a store, and loses answers.

    lossy_proxy.py URL LOG METHOD END COUNT

Prints its own URL. The store gets every request; of the first COUNT by METHOD whose path ends in END, the answer is
not passed on: the connection is closed. LOG gets a line for each of these.
"""

import http.client
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

url, log, method, end, count = sys.argv[1:]
store = urlsplit(url)
log = open(log, "a", buffering=1)
lock = threading.Lock()
left = int(count)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def pass_on(self):
        global left
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        client = http.client.HTTPConnection(store.hostname, store.port, timeout=60)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        client.request(self.command, self.path, body or None, headers)
        answer = client.getresponse()
        content = answer.read()
        with lock:
            is_lost = left > 0 and self.command == method and urlsplit(self.path).path.endswith(end)
            left -= is_lost
        if is_lost:
            log.write(f"{self.command} {self.path} {answer.status}\n")
            self.close_connection = True
            return
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "transfer-encoding", "content-length", "server", "date"):
                self.send_header(name, value)
        length = answer.getheader("Content-Length") if self.command == "HEAD" else len(content)
        self.send_header("Content-Length", str(length or 0))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = pass_on


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
sys.stdin.read()
