/// Every statement that the hub executes on its database, in the words that SQLite and PostgreSQL share.
///
/// `?1` is the account in all of them, except for those of ``findingAccounts``, ``ofHub`` and ``counting``. So no statement
/// reads or writes records, assets or devices of another account.
package enum Statement: String, CaseIterable, Sendable {
  case readHub, raiseIncarnation, markAsBackup, countChanges
  case insertAccount, deleteAccount, readAccount, readAccounts, readAccountByName, growAccount
  case limitAccount, setAccountState, setAccountBytes
  case insertCode, deleteExpiredCodes, deleteCode, deleteCodes
  case insertDevice, readDevices, readSession, changeRole, deleteDevice, deleteDevices, noteDevice
  case deleteExpiredDevices
  case insertAudit, readAudit, readAuditOfAccount, deleteAudit, trimAudit
  case readZone, writeZone, readZoneNames, readZones, deleteZones
  case insertZone, deleteZone, deleteZoneRecords, deleteZoneAssets
  case readNextZoneOfRecords, readNextZoneOfAssets
  case readRecord, writeRecord, readPage, readRecords, readRecordsOfType, sumRecords, countRecords
  case deleteRecords
  case readForgettable, deleteForgettable, raiseFloor
  case countAccounts, countDevices, countZones, countAllRecords, countAssets
  case insertAsset, readAsset, readUnusedAssets, useAsset, deleteAsset, deleteAssets
  case readZoneRows, readRecordRows, readAssetRows, writeAssetRow, readDeviceRows, writeDeviceRow
  case readCodeRows, readSubscriptionRows, readWebKeyRows
  case insertWebKey, readWebKeys, deleteWebKey, deleteWebKeys
  case writeSubscription, readSubscriptions, deleteSubscription, deleteSubscriptions
  case insertSecret, readSecret

  /// The statements that find the account of a name, a token or a code. They read nothing else.
  package static let findingAccounts: Set<Statement> = [
    .readAccounts, .readAccountByName, .readSession, .deleteCode,
  ]
  /// The statements about copies of a file. A database on a server has none of them.
  package static let ofFiles: Set<Statement> = [
    .readHub, .raiseIncarnation, .markAsBackup, .countChanges,
  ]
  /// The statements on the hub's own row and on its audit log, and the removal of expired codes and devices.
  package static let ofHub: Set<Statement> = [
    .readHub, .raiseIncarnation, .markAsBackup, .countChanges, .deleteExpiredCodes,
    .deleteExpiredDevices, .insertAudit, .readAudit, .readAuditOfAccount, .deleteAudit, .trimAudit,
    .insertSecret, .readSecret,
  ]

  /// The statements that delete what an account has, in an order that references allow.
  package static let clearingAccount: [Statement] = [
    .deleteRecords, .deleteAssets, .deleteZones, .deleteDevices, .deleteCodes, .deleteWebKeys,
    .deleteSubscriptions,
  ]

  /// The statements that count the rows of all accounts. They return numbers only.
  package static let counting: Set<Statement> = [
    .countAccounts, .countDevices, .countZones, .countAllRecords, .countAssets,
  ]

  /// The text.
  package var sql: String {
    switch self {
    case .readHub: "SELECT incarnation, changes, is_backup FROM hub WHERE id = 1"
    case .raiseIncarnation: "UPDATE hub SET incarnation = ?1, is_backup = 0 WHERE id = 1"
    case .markAsBackup: "UPDATE hub SET is_backup = 1 WHERE id = 1"
    case .countChanges: "UPDATE hub SET changes = changes + ?1 WHERE id = 1"

    case .insertAccount:
      """
      INSERT INTO account (account, name, created, bytes, byte_limit, incarnation_offset, state, state_value)
      VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6, ?7)
      """
    case .deleteAccount: "DELETE FROM account WHERE account = ?1"
    case .readAccount:
      """
      SELECT account, name, created, bytes, byte_limit, incarnation_offset, state, state_value
      FROM account WHERE account = ?1
      """
    case .readAccounts:
      """
      SELECT account, name, created, bytes, byte_limit, incarnation_offset, state, state_value
      FROM account ORDER BY name
      """
    case .readAccountByName:
      """
      SELECT account, name, created, bytes, byte_limit, incarnation_offset, state, state_value
      FROM account WHERE name = ?1
      """
    case .growAccount: "UPDATE account SET bytes = bytes + ?2 WHERE account = ?1"
    case .limitAccount: "UPDATE account SET byte_limit = ?2 WHERE account = ?1"
    case .setAccountState:
      "UPDATE account SET state = ?2, state_value = ?3 WHERE account = ?1"
    case .setAccountBytes: "UPDATE account SET bytes = ?2 WHERE account = ?1"

    case .insertCode: "INSERT INTO pairing (account, code, expires, role) VALUES (?1, ?2, ?3, ?4)"
    case .deleteExpiredCodes: "DELETE FROM pairing WHERE expires <= ?1"
    case .deleteCode:
      "DELETE FROM pairing WHERE code = ?1 AND expires > ?2 RETURNING account, role"
    case .deleteCodes: "DELETE FROM pairing WHERE account = ?1"

    case .insertDevice:
      """
      INSERT INTO device (account, device, name, token, created, last_seen, expires, role)
      VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7)
      """
    case .readDevices:
      """
      SELECT device, name, created, last_seen, expires, role FROM device WHERE account = ?1
      ORDER BY created, device
      """
    case .readSession:
      """
      SELECT account, account.name, account.created, bytes, byte_limit, incarnation_offset, state,
        state_value, device, device.name, device.created, last_seen, expires, role
      FROM device JOIN account USING (account)
      WHERE token = ?1 AND (expires IS NULL OR expires > ?2)
      """
    case .changeRole: "UPDATE device SET role = ?3 WHERE account = ?1 AND device = ?2"
    case .deleteDevice: "DELETE FROM device WHERE account = ?1 AND device = ?2"
    case .deleteDevices: "DELETE FROM device WHERE account = ?1"
    case .noteDevice: "UPDATE device SET last_seen = ?3 WHERE account = ?1 AND device = ?2"

    case .deleteExpiredDevices:
      "DELETE FROM device WHERE expires <= ?1 RETURNING account, device"

    case .insertAudit:
      """
      INSERT INTO audit (time, number, event, actor, account, device, address, detail)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """
    case .readAudit:
      """
      SELECT time, event, actor, account, device, address, detail FROM audit WHERE time >= ?1
      ORDER BY time DESC, number DESC LIMIT ?2
      """
    case .readAuditOfAccount:
      """
      SELECT time, event, actor, account, device, address, detail FROM audit
      WHERE time >= ?1 AND account = ?3 ORDER BY time DESC, number DESC LIMIT ?2
      """
    case .deleteAudit: "DELETE FROM audit WHERE time < ?1"
    case .trimAudit:
      """
      DELETE FROM audit
      WHERE time < (SELECT time FROM audit ORDER BY time DESC LIMIT 1 OFFSET ?1)
      """

    case .readZone: "SELECT sequence, floor FROM zone WHERE account = ?1 AND zone = ?2"
    case .writeZone:
      """
      INSERT INTO zone (account, zone, sequence, floor) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (account, zone) DO UPDATE SET sequence = ?3, floor = ?4
      """
    case .readZoneNames: "SELECT zone FROM zone WHERE account = ?1 ORDER BY zone"
    case .readZones: "SELECT zone, sequence, floor FROM zone WHERE account = ?1 ORDER BY zone"
    case .readNextZoneOfRecords:
      "SELECT zone FROM record WHERE account = ?1 AND zone > ?2 ORDER BY zone LIMIT 1"
    case .readNextZoneOfAssets:
      "SELECT zone FROM asset WHERE account = ?1 AND zone > ?2 ORDER BY zone LIMIT 1"
    case .deleteZones: "DELETE FROM zone WHERE account = ?1"
    case .insertZone:
      """
      INSERT INTO zone (account, zone, sequence, floor) VALUES (?1, ?2, ?3, ?3)
      ON CONFLICT (account, zone) DO NOTHING
      """
    case .deleteZone: "DELETE FROM zone WHERE account = ?1 AND zone = ?2"
    case .deleteZoneRecords: "DELETE FROM record WHERE account = ?1 AND zone = ?2"
    case .deleteZoneAssets: "DELETE FROM asset WHERE account = ?1 AND zone = ?2"

    case .readRecord:
      """
      SELECT body, sequence, changed FROM record WHERE account = ?1 AND zone = ?2 AND name = ?3
      """
    case .writeRecord:
      """
      INSERT INTO record (account, zone, name, sequence, type, created, changed, is_deleted, body)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT (account, zone, name) DO UPDATE
      SET sequence = ?4, type = ?5, created = ?6, changed = ?7, is_deleted = ?8, body = ?9
      """
    case .readPage:
      """
      SELECT body, sequence, changed FROM record
      WHERE account = ?1 AND zone = ?2 AND sequence > ?3
      ORDER BY sequence LIMIT ?4
      """
    case .readRecords:
      """
      SELECT sequence, name, type, is_deleted, body FROM record
      WHERE account = ?1 AND zone = ?2 AND sequence > ?3
      ORDER BY sequence LIMIT ?4
      """
    case .sumRecords:
      """
      SELECT count(*), coalesce(sum(length(body)), 0), coalesce(min(sequence), 0),
        coalesce(max(sequence), 0)
      FROM record WHERE account = ?1 AND zone = ?2
      """
    case .readRecordsOfType:
      """
      SELECT body, sequence, changed, name FROM record
      WHERE account = ?1 AND zone = ?2 AND name > ?3 AND type = ?4
      ORDER BY name LIMIT ?5
      """
    case .countRecords: "SELECT count(*) FROM record WHERE account = ?1"
    case .deleteRecords: "DELETE FROM record WHERE account = ?1"

    case .readForgettable:
      """
      SELECT count(*), coalesce(max(sequence), 0), coalesce(sum(length(body)), 0) FROM record
      WHERE account = ?1 AND zone = ?2 AND is_deleted = 1 AND changed < ?3
      """
    case .deleteForgettable:
      """
      DELETE FROM record WHERE account = ?1 AND zone = ?2 AND is_deleted = 1 AND changed < ?3
      """
    case .raiseFloor:
      "UPDATE zone SET floor = max(floor, ?3) WHERE account = ?1 AND zone = ?2"

    case .countAccounts: "SELECT count(*), CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM account"
    case .countDevices: "SELECT count(*) FROM device"
    case .countZones: "SELECT count(*) FROM zone"
    case .countAllRecords: "SELECT count(*) FROM record"
    case .countAssets: "SELECT count(*), CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM asset"

    case .insertAsset:
      """
      INSERT INTO asset (account, zone, checksum, bytes, created) VALUES (?1, ?2, ?3, ?4, ?5)
      """
    case .readAsset:
      """
      SELECT checksum, bytes, created FROM asset
      WHERE account = ?1 AND zone = ?2 AND checksum = ?3
      """
    case .readUnusedAssets:
      """
      SELECT checksum, bytes, created FROM asset
      WHERE account = ?1 AND zone = ?2 AND created < ?3
      """
    case .useAsset:
      "UPDATE asset SET created = ?4 WHERE account = ?1 AND zone = ?2 AND checksum = ?3"
    case .deleteAsset:
      "DELETE FROM asset WHERE account = ?1 AND zone = ?2 AND checksum = ?3"
    case .deleteAssets: "DELETE FROM asset WHERE account = ?1"

    // Whole rows without the account, for accounts that move.
    case .readZoneRows:
      "SELECT zone, sequence, floor FROM zone WHERE account = ?1 ORDER BY zone"
    case .readRecordRows:
      """
      SELECT zone, name, sequence, type, created, changed, is_deleted, body FROM record
      WHERE account = ?1 AND zone = ?2 AND sequence > ?3 ORDER BY sequence LIMIT ?4
      """
    case .readAssetRows:
      "SELECT zone, checksum, bytes, created FROM asset WHERE account = ?1 ORDER BY zone, checksum"
    case .writeAssetRow:
      """
      INSERT INTO asset (account, zone, checksum, bytes, created) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (account, zone, checksum) DO UPDATE SET bytes = ?4, created = ?5
      """
    case .readDeviceRows:
      """
      SELECT device, name, token, created, last_seen, expires, role FROM device WHERE account = ?1
      ORDER BY device
      """
    case .writeDeviceRow:
      """
      INSERT INTO device (account, device, name, token, created, last_seen, expires, role)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """
    case .readSubscriptionRows:
      """
      SELECT web_database, subscription, body FROM subscription WHERE account = ?1
      ORDER BY web_database, subscription
      """
    case .readWebKeyRows:
      "SELECT web_key, kind, name, value, created FROM web_key WHERE account = ?1 ORDER BY web_key"
    case .readCodeRows: "SELECT code, expires, role FROM pairing WHERE account = ?1 ORDER BY code"

    case .insertWebKey:
      """
      INSERT INTO web_key (account, web_key, kind, name, value, created)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """
    case .readWebKeys:
      """
      SELECT account, web_key, kind, name, value, created FROM web_key WHERE account = ?1
      ORDER BY created, web_key
      """
    case .deleteWebKey: "DELETE FROM web_key WHERE account = ?1 AND web_key = ?2"
    case .deleteWebKeys: "DELETE FROM web_key WHERE account = ?1"

    case .writeSubscription:
      """
      INSERT INTO subscription (account, web_database, subscription, body) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (account, web_database, subscription) DO UPDATE SET body = ?4
      """
    case .readSubscriptions:
      """
      SELECT web_database, subscription, body FROM subscription
      WHERE account = ?1 AND web_database = ?2 ORDER BY subscription
      """
    case .deleteSubscription:
      """
      DELETE FROM subscription WHERE account = ?1 AND web_database = ?2 AND subscription = ?3
      """
    case .deleteSubscriptions: "DELETE FROM subscription WHERE account = ?1"

    case .insertSecret:
      "INSERT INTO hub_secret (id, value) VALUES (1, ?1) ON CONFLICT (id) DO NOTHING"
    case .readSecret: "SELECT value FROM hub_secret WHERE id = 1"
    }
  }
}
