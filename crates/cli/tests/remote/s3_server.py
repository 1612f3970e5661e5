"""A store like S3 on loopback, made by moto.

    s3_server.py LOG BUCKET [FOLDER PREFIX]

Makes BUCKET, copies the files of FOLDER into it under PREFIX, prints the URL of the store, and serves until its
standard input ends. LOG gets a line for each request after that.
"""

import logging
import os
import sys
from pathlib import Path

os.environ.update(
    AWS_ACCESS_KEY_ID="test-key", AWS_SECRET_ACCESS_KEY="test-secret", AWS_DEFAULT_REGION="us-east-1"
)

import boto3
from moto.server import ThreadedMotoServer

log, bucket = sys.argv[1:3]
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
url = f"http://{host}:{port}"
s3 = boto3.client("s3", endpoint_url=url)
s3.create_bucket(Bucket=bucket)
if len(sys.argv) > 3:
    folder, prefix = Path(sys.argv[3]), sys.argv[4]
    for path in folder.rglob("*"):
        if path.is_file():
            s3.upload_file(str(path), bucket, f"{prefix}/{path.relative_to(folder).as_posix()}")
access = logging.getLogger("werkzeug")
access.handlers = [logging.FileHandler(log)]
access.propagate = False
access.disabled = False
access.setLevel(logging.INFO)
print(url, flush=True)
sys.stdin.read()
server.stop()
