#!/usr/bin/env bash
# nginx passes server-sent events on at once if its upstream sends them in chunks, and holds them back if it does not.
#
# Seen with nginx 1.22.1 of Debian 12, proxy_buffering on as by default. A server sends three events, a second apart, without
# a length. Expected: nginx holds them in both versions of HTTP, because it buffers answers, and passes them on at once with
# "X-Accel-Buffering: no". Seen: with proxy_http_version 1.0 (the default) all three arrive together at the end; with 1.1
# and chunks each arrives at once, as if the buffer were off. The field mends the first case.
#
# Prints the seconds at which the events arrive. Exits with 1 if they are other ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq nginx=1.22.1-9+deb12u11 2>/dev/null || apt-get download -qq nginx
dpkg -x nginx_*.deb root
root/usr/sbin/nginx -v
cat >proxies.py <<'PYTHON'
import socket, subprocess, threading, time

def free():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]

def serve(connection):
    request = b""
    while b"\r\n\r\n" not in request:
        request += connection.recv(65536)
    line = request.split(b"\r\n")[0]
    chunks = line.endswith(b"1.1")
    fields = "Content-Type: text/event-stream\r\n"
    fields += "Transfer-Encoding: chunked\r\n" if chunks else ""
    fields += "X-Accel-Buffering: no\r\n" if b"/unbuffered" in line else ""
    connection.sendall(f"HTTP/1.1 200 OK\r\n{fields}Connection: close\r\n\r\n".encode())
    for number in range(3):
        event = f"data: {number}\n\n".encode()
        connection.sendall(b"%x\r\n%s\r\n" % (len(event), event) if chunks else event)
        time.sleep(1)
    connection.sendall(b"0\r\n\r\n" if chunks else b"")
    connection.close()

listener = socket.create_server(("127.0.0.1", 0))
upstream = listener.getsockname()[1]

def accept():
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

threading.Thread(target=accept, daemon=True).start()

def times(version, path):
    port = free()
    paths = " ".join(f"{kind}_temp_path t;" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    with open("nginx.conf", "w") as file:
        file.write(f"""daemon off; pid nginx.pid; error_log error.log; events {{}}
            http {{ access_log off; {paths} server {{ listen 127.0.0.1:{port};
            location / {{ proxy_pass http://127.0.0.1:{upstream}; proxy_http_version {version}; }} }} }}""")
    proxy = subprocess.Popen(["root/usr/sbin/nginx", "-p", ".", "-c", "nginx.conf"], stderr=subprocess.DEVNULL)
    try:
        time.sleep(1)
        client = socket.create_connection(("127.0.0.1", port))
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".encode())
        begin, found, text = time.time(), [], b""
        while part := client.recv(65536):
            found += [round(time.time() - begin)] * part.count(b"data:")
        return found
    finally:
        proxy.terminate()
        proxy.wait()

for version, path in [("1.0", "/events"), ("1.0", "/unbuffered"), ("1.1", "/events")]:
    print(version, path, times(version, path))
PYTHON
python3 proxies.py | tee seen
cat >expected <<'TEXT'
1.0 /events [3, 3, 3]
1.0 /unbuffered [0, 1, 2]
1.1 /events [0, 1, 2]
TEXT
cmp seen expected
