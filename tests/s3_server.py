"""A server that speaks as S3 does, in this process, with a bucket `files` in it."""

from __future__ import annotations

import logging
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import boto3
from moto.server import ThreadedMotoServer

KEYS = {"media_access_key": "key", "media_secret_key": "secret"}


@contextmanager
def s3_server() -> Iterator[str]:
    """Its address."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        address = f"http://{host}:{port}"
        # What it keeps is the process's, and so also what an earlier one was told.
        urllib.request.urlopen(urllib.request.Request(f"{address}/moto-api/reset", method="POST"), timeout=10).close()
        keys = {"aws_access_key_id": "key", "aws_secret_access_key": "secret", "region_name": "eu-north-1"}
        made = boto3.client("s3", endpoint_url=address, **keys)
        made.create_bucket(Bucket="files", CreateBucketConfiguration={"LocationConstraint": "eu-north-1"})
        yield address
    finally:
        server.stop()
