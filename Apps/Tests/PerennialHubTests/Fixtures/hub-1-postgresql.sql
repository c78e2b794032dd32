CREATE TABLE hub (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  version BIGINT NOT NULL,
  incarnation BIGINT NOT NULL);
CREATE TABLE account (
  account BIGINT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created BIGINT NOT NULL,
  bytes BIGINT NOT NULL,
  byte_limit BIGINT NOT NULL);
CREATE TABLE device (
  account BIGINT NOT NULL REFERENCES account,
  device TEXT NOT NULL,
  name TEXT NOT NULL,
  token BYTEA NOT NULL UNIQUE,
  created BIGINT NOT NULL,
  last_seen BIGINT NOT NULL,
  expires BIGINT,
  PRIMARY KEY (account, device));
CREATE TABLE pairing (
  code BYTEA PRIMARY KEY,
  account BIGINT NOT NULL REFERENCES account,
  expires BIGINT NOT NULL);
CREATE TABLE zone (
  account BIGINT NOT NULL REFERENCES account,
  zone TEXT NOT NULL,
  sequence BIGINT NOT NULL,
  floor BIGINT NOT NULL,
  PRIMARY KEY (account, zone));
CREATE TABLE record (
  account BIGINT NOT NULL REFERENCES account,
  zone TEXT NOT NULL,
  name TEXT NOT NULL,
  sequence BIGINT NOT NULL,
  type TEXT NOT NULL,
  created TEXT,
  changed BIGINT NOT NULL,
  is_deleted BIGINT NOT NULL,
  body BYTEA NOT NULL,
  PRIMARY KEY (account, zone, name));
CREATE UNIQUE INDEX record_feed ON record (account, zone, sequence);
CREATE INDEX record_deleted ON record (account, zone, changed) WHERE is_deleted = 1;
CREATE TABLE asset (
  account BIGINT NOT NULL REFERENCES account,
  zone TEXT NOT NULL,
  checksum TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  created BIGINT NOT NULL,
  PRIMARY KEY (account, zone, checksum));
INSERT INTO hub (id, version, incarnation) VALUES (1, 1, 5);
INSERT INTO account (account, name, created, bytes, byte_limit) VALUES (7, 'ann', 1, 0, 1000);
INSERT INTO device (account, device, name, token, created, last_seen, expires)
VALUES (7, 'd1', 'Phone', '\x2510f4bab909ee48b7828f3af3d3b4c70347645b68cde5db59f0868d319d36b8', 1, 1, NULL);
