CREATE TABLE hub (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  incarnation INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  is_backup INTEGER NOT NULL);
CREATE TABLE account (
  account INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  byte_limit INTEGER NOT NULL);
CREATE TABLE device (
  account INTEGER NOT NULL REFERENCES account,
  device TEXT NOT NULL,
  name TEXT NOT NULL,
  token BLOB NOT NULL UNIQUE,
  created INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  expires INTEGER,
  PRIMARY KEY (account, device)) WITHOUT ROWID;
CREATE TABLE pairing (
  code BLOB PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES account,
  expires INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE zone (
  account INTEGER NOT NULL REFERENCES account,
  zone TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  floor INTEGER NOT NULL,
  PRIMARY KEY (account, zone)) WITHOUT ROWID;
CREATE TABLE record (
  account INTEGER NOT NULL REFERENCES account,
  zone TEXT NOT NULL,
  name TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  type TEXT NOT NULL,
  created TEXT,
  changed INTEGER NOT NULL,
  is_deleted INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (account, zone, name));
CREATE UNIQUE INDEX record_feed ON record (account, zone, sequence);
CREATE INDEX record_deleted ON record (account, zone, changed) WHERE is_deleted = 1;
CREATE TABLE asset (
  account INTEGER NOT NULL REFERENCES account,
  zone TEXT NOT NULL,
  checksum TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created INTEGER NOT NULL,
  PRIMARY KEY (account, zone, checksum)) WITHOUT ROWID;
INSERT INTO hub (id, incarnation, changes, is_backup) VALUES (1, 0, 0, 0);
PRAGMA application_id = 1346925922;
PRAGMA user_version = 1;
INSERT INTO account (account, name, created, bytes, byte_limit) VALUES (7, 'ann', 1, 0, 1000);
INSERT INTO device (account, device, name, token, created, last_seen, expires)
VALUES (7, 'd1', 'Phone', X'2510f4bab909ee48b7828f3af3d3b4c70347645b68cde5db59f0868d319d36b8', 1, 1, NULL);
