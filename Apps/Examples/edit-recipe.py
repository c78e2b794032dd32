#!/usr/bin/env python3
"""Changes the summary of a recipe in a book that Cookbook syncs, with the CloudKit client of pyicloud.

usage: edit-recipe.py HUB PAIRING-CODE TITLE SUMMARY

  make run-sync                                            # a hub on port 8431, and two Cookbooks
  perennial hub pair cook --file ~/.local/share/Cookbook/Sync/hub.sqlite
  pip install pyicloud==2026.10.1
  python3 Apps/Examples/edit-recipe.py http://127.0.0.1:8431 CODE Hummus "With more lemon."
"""

import sys

import requests
from pyicloud.common.cloudkit import models as m
from pyicloud.common.cloudkit.client import CloudKitContainerClient

CONTAINER = "iCloud.org.perennial.cookbook"
ZONE = m.CKZoneIDReq(zoneName="perennial")


def sign_in(hub, code):
    """Signs the script in as a device of the account, and returns its token."""
    answer = requests.post(f"{hub}/sync/1/devices", json={"code": code, "name": "Script"}, timeout=20)
    answer.raise_for_status()
    return answer.json()["token"]


def main(hub, code, title, summary):
    client = CloudKitContainerClient(
        f"{hub}/database/1/{CONTAINER}/production/private",
        requests.Session(),
        {"ckWebAuthToken": sign_in(hub, code)},
        validation_extra="forbid",
    )
    titled = m.CKQueryFilterBy(
        comparator="EQUALS", fieldName="title", fieldValue={"type": "STRING", "value": title}
    )
    query = m.CKQueryObject(recordType="Recipe", filterBy=[titled])
    [recipe] = client.query(query=query, zone_id=ZONE).records
    [saved] = client.modify(
        operations=[
            m.CKModifyOperation(
                operationType="update",
                record=m.CKWriteRecord(
                    recordName=recipe.recordName,
                    recordType=recipe.recordType,
                    recordChangeTag=recipe.recordChangeTag,
                    fields={"summary": {"type": "STRING", "value": summary}},
                ),
            )
        ],
        zone_id=ZONE,
    ).records
    print(f"{saved.fields['title'].value}: {saved.fields['summary'].value}")


if __name__ == "__main__":
    main(*sys.argv[1:])
