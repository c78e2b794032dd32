"""Drives a hub with the CloudKit client of pyicloud, as it is published, in its strict mode.

usage: pyicloud_client.py BASE-URL TOKEN CERTIFICATE
"""

import datetime
import sys

import requests
from pyicloud.common.cloudkit import models as m
from pyicloud.common.cloudkit.client import (
    CloudKitApiError,
    CloudKitAuthError,
    CloudKitContainerClient,
)

from cases import case, equal, expect, run

ZONE = m.CKZoneIDReq(zoneName="Notes")


class World:
    def __init__(self, base, token, certificate):
        self.base = base
        self.session = requests.Session()
        # Variables of the environment would take precedence over the certificate.
        self.session.trust_env = False
        self.session.verify = certificate
        self.client = self.connect({"ckWebAuthToken": token})

    def connect(self, parameters):
        return CloudKitContainerClient(
            self.base, self.session, parameters, validation_extra="forbid"
        )

    def modify(self, *operations, zone=ZONE, atomic=None):
        return self.client.modify(
            operations=[operation(*each) for each in operations],
            zone_id=zone,
            atomic=atomic,
        ).records

    def one(self, name, zone=ZONE, keys=None):
        return self.client.lookup([name], zone_id=zone, desired_keys=keys).records[0]

    def changes(self, token=None, zone="Notes", **options):
        request = m.CKZoneChangesZoneReq(
            zoneID=m.CKZoneID(zoneName=zone), syncToken=token, **options
        )
        return self.client.changes(zone_req=request).zones[0]


def operation(kind, name, fields=None, tag=None, type="Note"):
    return m.CKModifyOperation(
        operationType=kind,
        record=m.CKWriteRecord(
            recordName=name,
            recordType=type,
            recordChangeTag=tag,
            fields=fields or {},
        ),
    )


def string(text):
    return {"type": "STRING", "value": text}


def refused(code, call):
    """Expects that the hub refuses each record of a call with a code."""
    try:
        call()
    except CloudKitApiError as error:
        codes = [each.get("serverErrorCode") for each in error.payload["records"]]
        expect(code in codes, f"{codes} without {code}: {error}")
        return error.payload["records"]
    raise AssertionError(f"the hub did not answer {code}")


@case
def a_wrong_token_is_refused(world):
    try:
        world.connect({"ckWebAuthToken": "wrong"}).zones_list()
    except CloudKitAuthError:
        return
    raise AssertionError("the hub accepted a wrong token")


@case
def zones_are_created_and_listed(world):
    for _ in range(2):
        world.client.raw_post(
            "/zones/modify",
            {"operations": [{"operationType": "create", "zone": {"zoneID": {"zoneName": "Notes"}}}]},
        )
    zones = world.client.zones_list().zones
    equal([zone.zoneID.zoneName for zone in zones], ["Notes", "_defaultZone", "perennial"])
    expect(all(zone.syncToken for zone in zones))


@case
def a_record_with_every_type_returns_as_it_was_written(world):
    moment = datetime.datetime(2026, 11, 26, 10, 30, 0, 123000, tzinfo=datetime.timezone.utc)
    fields = {
        "title": string("Brötchen"),
        "count": {"type": "INT64", "value": 2**62},
        "weight": {"type": "DOUBLE", "value": 0.1},
        "due": {"type": "TIMESTAMP", "value": 1795689000123},
        "raw": {"type": "BYTES", "value": "AP8="},
        "parentNote": {"type": "REFERENCE", "value": {"recordName": "other", "action": "NONE"}},
        "tags": {"type": "STRING_LIST", "value": ["a", "b"]},
        "none": {"type": "STRING_LIST", "value": []},
        "counts": {"type": "INT64_LIST", "value": [1, 2]},
        "weights": {"type": "DOUBLE_LIST", "value": [0.5, 1.0]},
        "notes": {"type": "REFERENCE_LIST", "value": [{"recordName": "b"}, {"recordName": "a"}]},
        "place": {"type": "LOCATION", "value": {"latitude": 52.5, "longitude": 13.25}},
        "days": {"type": "TIMESTAMP_LIST", "value": [0, 1795689000123]},
    }
    [saved] = world.modify(("create", "every", fields))
    found = world.one("every")
    equal(saved, found)
    equal(found.fields["title"].value, "Brötchen")
    equal(found.fields["count"].value, 2**62)
    equal(found.fields["weight"].value, 0.1)
    equal(found.fields["due"].value, moment)
    equal(found.fields["raw"].value, b"\x00\xff")
    equal(found.fields["parentNote"].value.recordName, "other")
    for name in ["tags", "none", "counts", "weights", "place", "days"]:
        equal(found.fields[name].value, fields[name]["value"])
    for name, field in fields.items():
        equal(found.fields[name].type_tag, field["type"])
    equal([each.recordName for each in found.fields["notes"].value], ["b", "a"])
    expect(found.created.timestamp <= found.modified.timestamp)
    equal(list(world.one("every", keys=["count"]).fields), ["count"])


@case
def an_update_changes_the_named_fields_only(world):
    [first] = world.modify(("create", "page", {"title": string("One"), "body": string("Text")}))
    [second] = world.modify(("update", "page", {"title": string("Two")}, first.recordChangeTag))
    equal(second.fields["title"].value, "Two")
    equal(second.fields["body"].value, "Text")
    expect(second.recordChangeTag != first.recordChangeTag)
    [third] = world.modify(("replace", "page", {"body": string("New")}, second.recordChangeTag))
    equal(dict(third.fields).keys(), {"body"})
    [fourth] = world.modify(("forceUpdate", "page", {"title": string("Four")}))
    equal(dict(fourth.fields).keys(), {"title", "body"})
    [fifth] = world.modify(("forceReplace", "page", {"title": string("Five")}))
    equal(dict(fifth.fields).keys(), {"title"})


@case
def conflicts_are_reported_by_their_codes(world):
    [first] = world.modify(("create", "clash", {"title": string("One")}))
    world.modify(("update", "clash", {"title": string("Two")}, first.recordChangeTag))
    stale = first.recordChangeTag
    for kind in ["update", "replace", "delete"]:
        refused("CONFLICT", lambda: world.modify((kind, "clash", {"title": string("x")}, stale)))
        refused("BAD_REQUEST", lambda: world.modify((kind, "clash", {"title": string("x")})))
        refused("NOT_FOUND", lambda: world.modify((kind, "absent", {}, stale)))
    refused("EXISTS", lambda: world.modify(("create", "clash", {})))
    number = {"title": {"type": "INT64", "value": 1}}
    refused("BAD_REQUEST", lambda: world.modify(("forceUpdate", "clash", number)))
    equal(world.one("clash").fields["title"].value, "Two")


@case
def an_atomic_request_is_carried_out_as_a_whole_or_not_at_all(world):
    records = refused(
        "ATOMIC_ERROR",
        lambda: world.modify(("create", "fresh", {}), ("create", "clash", {}), atomic=True),
    )
    equal([each["serverErrorCode"] for each in records], ["ATOMIC_ERROR", "EXISTS"])
    equal(world.one("fresh").serverErrorCode, "NOT_FOUND")
    refused("EXISTS", lambda: world.modify(("create", "fresh", {}), ("create", "clash", {}), atomic=False))
    equal(world.one("fresh").recordName, "fresh")


@case
def deletions_are_idempotent_with_force(world):
    [gone] = world.modify(("forceDelete", "fresh"))
    expect(gone.deleted)
    [again] = world.modify(("forceDelete", "fresh"))
    expect(again.deleted)
    equal(world.one("fresh").serverErrorCode, "NOT_FOUND")
    [back] = world.modify(("create", "fresh", {"title": string("Back")}))
    equal(dict(back.fields).keys(), {"title"})


@case
def changes_continue_after_a_position(world):
    start = world.changes()
    expect(not start.moreComing)
    names = [record.recordName for record in start.records]
    expect({"every", "page", "clash", "fresh"} <= set(names), names)
    equal(world.changes(start.syncToken).records, [])
    world.modify(("create", "later", {"title": string("x")}), ("forceDelete", "fresh"))
    page = world.changes(start.syncToken)
    equal([record.recordName for record in page.records], ["later", "fresh"])
    equal([bool(record.deleted) for record in page.records], [False, True])
    request = m.CKZoneChangesZoneReq(zoneID=m.CKZoneID(zoneName="Notes"))
    pages = list(world.client.iter_changes(zone_req=request, results_limit=2))
    expect(len(pages) > 1)
    equal(len({record.recordName for each in pages for record in each.records}), len(names) + 1)
    other = world.changes(start.syncToken, desiredRecordTypes=["Other"])
    equal([record.recordName for record in other.records], ["fresh"])


@case
def a_position_of_another_hub_is_refused_with_the_native_words(world):
    try:
        world.changes("1-5-0")
    except CloudKitApiError as error:
        zone = error.payload["zones"][0]
        equal(zone["reason"], "client knowledge differs from server knowledge")
        equal(zone["hubErrorCode"], "CHANGE_TOKEN_EXPIRED")
        return
    raise AssertionError("the hub accepted the position")


@case
def the_database_reports_its_changed_zones(world):
    first = world.client.database_changes()
    equal({zone.zoneID.zoneName for zone in first.zones}, {"Notes", "perennial"})
    equal(world.client.database_changes(sync_token=first.syncToken).zones, [])
    create = {"operationType": "create", "zone": {"zoneID": {"zoneName": "Short"}}}
    world.client.raw_post("/zones/modify", {"operations": [create]})
    world.modify(("forceUpdate", "later", {"title": string("y")}))
    second = world.client.database_changes(sync_token=first.syncToken)
    equal({zone.zoneID.zoneName for zone in second.zones}, {"Notes", "Short"})
    world.client.raw_post("/zones/modify", {"operations": [dict(create, operationType="delete")]})
    third = world.client.database_changes(sync_token=second.syncToken)
    equal([(zone.zoneID.zoneName, zone.deleted) for zone in third.zones], [("Short", True)])


def found(world, comparator, field, type, value, order=None, limit=None):
    """Returns the names of the records that a query finds, page after page."""
    query = m.CKQueryObject(
        recordType="Fruit",
        filterBy=[
            m.CKQueryFilterBy(
                comparator=comparator, fieldName=field, fieldValue={"type": type, "value": value}
            )
        ],
        sortBy=order,
    )
    names, marker = [], None
    while True:
        page = world.client.query(
            query=query, zone_id=ZONE, results_limit=limit, continuation=marker
        )
        names += [record.recordName for record in page.records]
        marker = page.continuationMarker
        if marker is None:
            return names


@case
def every_comparator_of_the_client_is_answered(world):
    fruit = [
        ("apple", "Red apple", 1, ["red", "round"], "tree"),
        ("banana", "Yellow banana", 2, ["yellow"], "tree"),
        ("cherry", "Red cherry", 3, ["red", "small"], "bush"),
    ]
    world.modify(
        *(
            (
                "create",
                name,
                {
                    "title": string(title),
                    "number": {"type": "INT64", "value": number},
                    "tags": {"type": "STRING_LIST", "value": tags},
                    "plant": {"type": "REFERENCE", "value": {"recordName": plant}},
                },
                None,
                "Fruit",
            )
            for name, title, number, tags, plant in fruit
        )
    )
    tree = {"recordName": "tree", "action": "NONE"}
    expected = {
        (m.CKComparator.EQUALS, "number", "INT64", 2): ["banana"],
        (m.CKComparator.IN_, "title", "STRING_LIST", ("Red apple", "Red cherry")): ["apple", "cherry"],
        (m.CKComparator.CONTAINS_ANY, "tags", "STRING_LIST", ("small", "yellow")): ["banana", "cherry"],
        (m.CKComparator.LESS_THAN, "number", "INT64", 2): ["apple"],
        (m.CKComparator.LESS_THAN_OR_EQUALS, "number", "INT64", 2): ["apple", "banana"],
        (m.CKComparator.GREATER_THAN, "number", "INT64", 2): ["cherry"],
        (m.CKComparator.GREATER_THAN_OR_EQUALS, "number", "INT64", 2): ["banana", "cherry"],
        (m.CKComparator.BEGINS_WITH, "title", "STRING", "Red"): ["apple", "cherry"],
        ("NOT_EQUALS", "number", "INT64", 2): ["apple", "cherry"],
        ("NOT_IN", "title", "STRING_LIST", ("Red apple",)): ["banana", "cherry"],
        ("NOT_BEGINS_WITH", "title", "STRING", "Red"): ["banana"],
        ("LIST_CONTAINS", "tags", "STRING", "red"): ["apple", "cherry"],
        ("NOT_LIST_CONTAINS", "tags", "STRING", "red"): ["banana"],
        ("LIST_CONTAINS_ALL", "tags", "STRING_LIST", ("red", "small")): ["cherry"],
        ("NOT_LIST_CONTAINS_ALL", "tags", "STRING_LIST", ("red", "small")): ["apple", "banana"],
        ("NOT_LIST_CONTAINS_ANY", "tags", "STRING_LIST", ("red",)): ["banana"],
        ("LIST_MEMBER_BEGINS_WITH", "tags", "STRING", "r"): ["apple", "cherry"],
        ("NOT_LIST_MEMBER_BEGINS_WITH", "tags", "STRING", "r"): ["banana"],
        ("CONTAINS_ALL_TOKENS", "title", "STRING", "cherry red"): ["cherry"],
        ("CONTAINS_ANY_TOKENS", "title", "STRING", "cherry yellow"): ["banana", "cherry"],
    }
    expect({each[0] for each in expected} >= set(m.CKComparator))
    for (comparator, field, type, value), names in expected.items():
        operand = list(value) if isinstance(value, tuple) else value
        equal((comparator, sorted(found(world, comparator, field, type, operand))), (comparator, names))
    equal(sorted(found(world, "EQUALS", "plant", "REFERENCE", tree)), ["apple", "banana"])
    equal(found(world, "IN", "plant", "REFERENCE_LIST", [{"recordName": "bush"}]), ["cherry"])


@case
def results_are_sorted_and_continue(world):
    order = [m.CKQuerySortBy(fieldName="number", ascending=False)]
    for limit in [1, 2, 3, 4]:
        names = found(world, "GREATER_THAN", "number", "INT64", 0, order, limit)
        equal(names, ["cherry", "banana", "apple"])


@case
def a_query_of_another_kind_is_refused(world):
    try:
        found(world, "SOUNDS_LIKE", "title", "STRING", "x")
    except CloudKitApiError as error:
        equal(error.payload["serverErrorCode"], "BAD_REQUEST")
        expect("SOUNDS_LIKE" in error.payload["reason"])
        return
    raise AssertionError("the hub accepted the comparator")


@case
def a_file_is_uploaded_read_and_referenced_again(world):
    data = bytes(range(256)) * 1000
    token = world.client.upload_asset(
        record_type="Note", field_name="photo", record_name="album", data=data, zone_id=ZONE
    )
    equal(token.size, len(data))
    photo = {"photo": {"type": "ASSETID", "value": token.model_dump(exclude_none=True)}}
    world.modify(("forceUpdate", "album", photo))
    value = world.one("album").fields["photo"].value
    equal(value.fileChecksum, token.fileChecksum)
    equal(world.client.download_asset_bytes(value.downloadURL), data)
    equal(b"".join(world.client.download_asset_stream(value.downloadURL)), data)
    answer = world.client.raw_post(
        "/assets/rereference",
        {
            "zoneID": {"zoneName": "Notes"},
            "assets": [{"recordName": "album", "fieldName": "photo"}],
        },
    )
    copy = {"photo": {"type": "ASSETID", "value": answer["assets"][0]}}
    [saved] = world.modify(("create", "copy", copy))
    equal(saved.fields["photo"].value.fileChecksum, token.fileChecksum)
    changed = value.downloadURL[:-2] + ("AA" if value.downloadURL[-2:] != "AA" else "BB")
    try:
        world.client.download_asset_bytes(changed)
    except CloudKitAuthError:
        return
    raise AssertionError("the hub accepted a changed address")


@case
def a_file_that_was_not_uploaded_is_refused(world):
    missing = {"fileChecksum": "A" * 43 + "=", "size": 5}
    photo = {"photo": {"type": "ASSETID", "value": missing}}
    refused("BAD_REQUEST", lambda: world.modify(("forceUpdate", "album", photo)))


@case
def a_missing_zone_is_named(world):
    try:
        world.modify(("create", "a", {}), zone=m.CKZoneIDReq(zoneName="Nowhere"))
    except CloudKitApiError as error:
        equal(error.payload["serverErrorCode"], "ZONE_NOT_FOUND")
        expect("Nowhere" in error.payload["reason"] and error.payload["uuid"])
        return
    raise AssertionError("the hub accepted the zone")


if __name__ == "__main__":
    run(World(*sys.argv[1:]))
