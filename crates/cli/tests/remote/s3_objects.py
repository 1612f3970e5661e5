"""Lists, reads and writes the objects of a bucket, as another program would.

    s3_objects.py URL BUCKET list PREFIX       prints the keys
    s3_objects.py URL BUCKET get PREFIX FOLDER  writes each object to FOLDER, under its key without PREFIX
    s3_objects.py URL BUCKET put KEY FILE
"""

import sys
from pathlib import Path

import boto3

url, bucket, what, key, *place = sys.argv[1:]
s3 = boto3.client(
    "s3",
    endpoint_url=url,
    region_name="us-east-1",
    aws_access_key_id="test-key",
    aws_secret_access_key="test-secret",
)
if what == "put":
    s3.upload_file(place[0], bucket, key)
    sys.exit()
for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=key):
    for entry in page.get("Contents", []):
        name = entry["Key"].removeprefix(key)
        if what == "list":
            print(name)
        else:
            path = Path(place[0]) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            s3.download_file(bucket, entry["Key"], str(path))
