#!/usr/bin/env bash
# pyicloud refuses a page of CloudKit records if one of them has a plain field whose name ends in "Encrypted".
#
# Seen with pyicloud 2026.10.1 (Python 3.11, Debian 12). CloudKit allows any field name, and a text field without encryption has
# the type STRING. Expected: a record like any other, as with the field "note". Seen: the suffix is taken for a promise of
# encryption. The validation of the answer fails, and the page's other records are lost with it.
#
# Prints how many records of each page are read. Exits with 1 if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet pyicloud==2026.10.1
cat >read.py <<'PYTHON'
from pydantic import ValidationError
from pyicloud.common.cloudkit import models


def page(field):
    zone = {"zoneName": "Notes"}
    records = [
        {"recordName": name, "recordType": "Note", "recordChangeTag": "1", "zoneID": zone, "fields": fields}
        for name, fields in [
            ("a", {"title": {"type": "STRING", "value": "first"}}),
            ("b", {field: {"type": "STRING", "value": "second"}}),
        ]
    ]
    return {"records": records}


for field in ["note", "noteEncrypted", "encryptedNote"]:
    try:
        print(field, len(models.CKLookupResponse.model_validate(page(field)).records))
    except ValidationError as error:
        print(field, "refused:", "noteEncrypted" in str(error))
PYTHON
venv/bin/python read.py | tee seen
cat >expected <<'TEXT'
note 2
noteEncrypted refused: True
encryptedNote 2
TEXT
cmp seen expected
