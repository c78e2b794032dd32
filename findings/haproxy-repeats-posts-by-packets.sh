#!/usr/bin/env bash
# haproxy repeats a POST whose answer was cut, or does not, depending on how the client cut the request into packets.
#
# Seen with haproxy 2.6.12 of Debian 12, "retry-on all-retryable-errors". A server takes a whole POST, and ends the connection
# without an answer; to a second request it answers. Expected: haproxy repeats both requests or none, because they are the
# same bytes. Seen: if the header and the body come in one packet, the server gets the POST twice, and the client 200. If the
# body comes a moment after the header, the server gets it once, and the client 502. "option http-buffer-request" makes both
# be repeated.
#
# Prints the statuses, and how often the server was asked. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq haproxy=2.6.12-1+deb12u4 2>/dev/null || apt-get download -qq haproxy
apt-get download -qq liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$PWD/root/usr/lib/x86_64-linux-gnu
root/usr/sbin/haproxy -v | sed -n 1p
cat >proxies.py <<'PYTHON'
import socket, subprocess, threading, time

asked = []

def serve(connection):
    while True:
        request = b""
        while not request.endswith(b"\r\n\r\nbody"):
            part = connection.recv(65536)
            if not part:
                return
            request += part
        asked.append(request)
        if len(asked) == 1:
            return connection.close()
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

listener = socket.create_server(("127.0.0.1", 0))

def accept():
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

threading.Thread(target=accept, daemon=True).start()

def ask(parts, option=""):
    asked.clear()
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    with open("haproxy.cfg", "w") as file:
        file.write(f"""defaults
  mode http
  timeout connect 5s
  timeout client 20s
  timeout server 20s
  {option}
frontend f
  bind 127.0.0.1:{port}
  default_backend b
backend b
  retry-on all-retryable-errors
  retries 2
  server s 127.0.0.1:{listener.getsockname()[1]}
""")
    proxy = subprocess.Popen(["root/usr/sbin/haproxy", "-f", "haproxy.cfg"], stderr=subprocess.DEVNULL)
    try:
        time.sleep(1)
        client = socket.create_connection(("127.0.0.1", port))
        for number, part in enumerate(parts):
            time.sleep(0.3 * number)
            client.sendall(part)
        return client.recv(65536).split()[1].decode(), len(asked)
    finally:
        proxy.terminate()
        proxy.wait()

head, body = b"POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 4\r\n\r\n", b"body"
print("one packet ", *ask([head + body]))
print("two packets", *ask([head, body]))
print("buffered   ", *ask([head, body], "option http-buffer-request"))
PYTHON
python3 proxies.py | tee seen
cat >expected <<'TEXT'
one packet  200 2
two packets 502 1
buffered    200 2
TEXT
cmp seen expected
