public import Foundation
public import PerennialRecords

/// The database of a hub.
///
/// An implementation keeps what a hub has acknowledged, also through a power cut, and makes each call one
/// transaction. It needs row locks and a unique index: no triggers, advisory locks or sequences. Decisions are
/// made by closures of values, so that all databases decide alike. A closure is called within the transaction,
/// possibly more than once.
///
/// Times are milliseconds since 1970 by the hub's clock.
public protocol HubStorage: Sendable {
  // MARK: Accounts

  /// Adds an account.
  ///
  /// - Throws: ``HubStorageError/Code/accountExists``.
  func add(_ account: Account) async throws
  /// Returns all accounts, by name.
  func accounts() async throws -> [Account]
  /// Returns the account with a name.
  func account(named name: String) async throws -> Account?
  /// Gives an account another limit, in bytes. What it has beyond the limit stays.
  ///
  /// - Returns: `false` if there is no such account.
  func limit(_ account: Account.ID, to bytes: Int64) async throws -> Bool
  /// Removes an account with its records, devices, codes and entries of assets.
  ///
  /// - Returns: `false` if there is no such account.
  func remove(_ account: Account.ID) async throws -> Bool

  // MARK: Devices

  /// Adds a pairing code for devices with a role, and removes those that have expired.
  func add(
    _ code: SecretDigest, of account: Account.ID, role: HubRole, expiring expires: Int64,
    at time: Int64
  ) async throws
  /// Uses a pairing code up, and adds the device that has presented it, with the role of the code.
  ///
  /// - Returns: The session of the device; nil if there is no such code, or if it has expired.
  func redeem(
    _ code: SecretDigest, for device: Device, token: SecretDigest, at time: Int64
  ) async throws -> Session?
  /// Returns the session of a token; nil if the token is unknown, revoked or expired.
  func session(of token: SecretDigest, at time: Int64) async throws -> Session?
  /// Returns the devices of an account, the first one first.
  func devices(of account: Account.ID) async throws -> [Device]
  /// Revokes the token of a device.
  ///
  /// - Returns: `false` if the account has no such device.
  func revoke(_ device: String, of account: Account.ID) async throws -> Bool
  /// Gives a device another role.
  ///
  /// - Returns: `false` if the account has no such device.
  func change(_ device: String, of account: Account.ID, to role: HubRole) async throws -> Bool
  /// Removes the devices whose tokens have expired.
  ///
  /// - Returns: The devices, with the names of their accounts.
  func removeExpiredDevices(at time: Int64) async throws -> [(account: String, device: String)]
  /// Notes the time of a request of a device.
  func note(_ device: String, of account: Account.ID, seenAt time: Int64) async throws

  // MARK: Audit

  /// Adds an entry to the audit log.
  func record(_ entry: AuditEntry) async throws
  /// Returns the newest entries of the audit log, the oldest one first.
  ///
  /// - Parameters:
  ///   - account: The name of an account; nil for all entries.
  ///   - since: The earliest time, in milliseconds since 1970.
  ///   - limit: The most entries.
  func audit(of account: String?, since: Int64, upTo limit: Int) async throws -> [AuditEntry]
  /// Removes entries of the audit log that are older than a time, and the oldest ones beyond a number.
  func trimAudit(before time: Int64, keeping count: Int) async throws

  // MARK: Zones

  /// Returns the head of a zone. A zone without records has the head of an empty one.
  func zone(_ key: ZoneKey) async throws -> Zone
  /// Returns the names of an account's zones, and the number of its records.
  func contents(of account: Account.ID) async throws -> (zones: [String], records: Int)
  /// Returns the records of a page, from one state of the database.
  ///
  /// - Throws: `HubError` as `Zone.start(after:)`.
  func page(of key: ZoneKey, after token: SyncToken?, upTo limit: PageLimit) async throws
    -> StoredPage
  /// Reads records, decides, and writes, with a lock on the zone from the beginning to the end.
  ///
  /// - Parameters:
  ///   - names: The records that the decision needs.
  ///   - assets: The assets whose entries the decision needs.
  ///   - decide: The decision. If it throws, the call throws the same error, and nothing is written.
  func update<Reply: Sendable>(
    _ key: ZoneKey, reading names: [RecordName], mentioning assets: Set<RecordAsset>,
    at time: Int64,
    decide: @escaping @Sendable (StoredZone) throws -> ZoneUpdate<Reply>
  ) async throws -> ZoneUpdate<Reply>
  /// Returns those records, among the named ones, that exist, from one state of the database.
  func records(
    _ names: [RecordName], of key: ZoneKey
  ) async throws -> [RecordName: RecordRow]
  /// Returns records of a type in the order of their names, as the database compares texts.
  ///
  /// - Parameters:
  ///   - name: The name after which the records begin; nil for the first one.
  ///   - count: The most records.
  /// - Complexity: O(*n*) in the number of the zone's records.
  func records(
    ofType type: String, in key: ZoneKey, after name: RecordName?, upTo count: Int
  ) async throws -> [(name: RecordName, record: RecordRow)]
  /// Returns the heads of an account's zones, by their names.
  func zones(of account: Account.ID) async throws -> [String: Zone]
  /// Creates an empty zone, unless it exists. Positions in a removed zone of the same name are not valid in it.
  func addZone(_ key: ZoneKey, at time: Int64) async throws
  /// Removes a zone with its records and the entries of its assets.
  ///
  /// - Returns: `false` if there is no such zone.
  func removeZone(_ key: ZoneKey) async throws -> Bool
  /// Forgets deletions of objects that were last changed before a time.
  ///
  /// - Returns: The number of records that were forgotten.
  func forgetDeletions(of account: Account.ID, before time: Int64) async throws -> Int

  // MARK: Assets

  /// Adds the entry of an asset, if its account has the space, or notes that the asset was sent again.
  ///
  /// - Returns: `false` if the entry exists already.
  /// - Throws: `HubError/Code/quotaExceeded`.
  func add(_ asset: StoredAsset, to key: ZoneKey) async throws -> Bool
  /// Returns the entry of an asset.
  func asset(_ checksum: String, of key: ZoneKey) async throws -> StoredAsset?
  /// Returns the entries of assets that were last used before a time.
  func assets(of key: ZoneKey, usedBefore time: Int64) async throws -> [StoredAsset]
  /// Removes the entries of assets that were last used before a time.
  ///
  /// - Parameters:
  ///   - token: The position after the last change of the zone that the caller knows.
  ///   - discard: Removes the files, before the entries are removed for good. So a file that is sent again at the same
  ///     time is not removed.
  /// - Returns: The removed entries; nil if the zone has changed since the position, and nothing was removed.
  func removeAssets(
    _ checksums: Set<String>, of key: ZoneKey, at token: SyncToken, usedBefore time: Int64,
    discard: @escaping @Sendable (StoredAsset) throws -> Void
  ) async throws -> [StoredAsset]?

  // MARK: Web Services

  /// Adds a key by which programs make requests of the CloudKit Web Services protocol.
  func add(_ key: WebKey) async throws
  /// Returns the keys of an account, the first one first.
  func webKeys(of account: Account.ID) async throws -> [WebKey]
  /// Removes a key.
  ///
  /// - Returns: `false` if the account has no such key.
  func removeWebKey(_ id: String, of account: Account.ID) async throws -> Bool
  /// Adds or replaces a subscription.
  func put(_ subscription: StoredSubscription, of account: Account.ID) async throws
  /// Returns the subscriptions of an account to a database, by their identifiers.
  func subscriptions(
    of account: Account.ID, to database: String
  ) async throws -> [StoredSubscription]
  /// Removes a subscription.
  ///
  /// - Returns: `false` if there is no such subscription.
  func removeSubscription(
    _ id: String, of account: Account.ID, to database: String
  ) async throws -> Bool
  /// Returns 32 random bytes, which are the same for all hubs on the database.
  func secret() async throws -> Data

  // MARK: Other hubs

  /// Tells other hubs on the database that a zone has changed. It does not wait for them.
  ///
  /// They may learn of it some time later: the word only ends the waiting of devices.
  func announce(_ key: ZoneKey, head: SyncToken)
  /// Returns the changes that other hubs announce from now on, for one reader. The stream ends when the database is
  /// closed, and at once if only one hub can use it.
  func changesOfOtherHubs() -> AsyncStream<ChangeOfOtherHub>

  // MARK: Operation

  /// Checks that the database can be read and written, and has the tables of this version.
  func check() async throws
  /// Calls a block that reads the contents of an account from one state of the database, for a check.
  func inspect<Result: Sendable>(
    _ account: Account.ID, _ body: @escaping @Sendable (any AccountReader) throws -> Result
  ) async throws -> Result
  /// Checks the parts of the database that belong to no account: pages, references and counters.
  ///
  /// - Returns: The damages, for people; none for a database that is sound.
  func findDamage() async throws -> [String]
  /// Counts what the database has.
  func statistics() async throws -> HubStatistics
  /// The use of the connections to the database.
  var load: StorageLoad { get }
  /// Returns the number of bytes of the database, without the files of assets.
  func size() async throws -> Int64
  /// Gives the space of deleted rows back, as far as that can be done while hubs serve the database, and counts rows
  /// for the plans of queries.
  ///
  /// - Returns: `false` if a hub serves the database, and the space stays in the file for that reason.
  func compact() async throws -> Bool
  /// Gives the database another number, because an earlier copy has replaced it. Devices then read everything again,
  /// and offer what the copy does not have. The storage cannot be used afterwards, except for ``close()``.
  ///
  /// - Returns: The number.
  /// - Throws: ``HubStorageError/Code/fileInUse`` if a hub serves the database.
  func renewIncarnation(at time: Int64) async throws -> Int64
  /// Notes the state of the database outside of it, so that an earlier copy is recognised.
  func noteState() async throws
  /// Writes a consistent copy, whose first opening as a hub's database changes the incarnation.
  func backUp(to url: URL) async throws
  /// Ends all work and closes the database.
  func close() async throws
}

extension HubStorage {
  /// Does nothing: the database has one hub.
  public func announce(_ key: ZoneKey, head: SyncToken) {}

  /// Returns a stream that has ended: the database has one hub.
  public func changesOfOtherHubs() -> AsyncStream<ChangeOfOtherHub> { AsyncStream { nil } }
}

/// The use of the connections to a database.
public struct StorageLoad: Equatable, Sendable {
  /// The number of connections that may be used.
  public let size: Int
  /// The number of connections in use.
  public let busy: Int
  /// The number of callers that wait for one.
  public let waiting: Int

  package init(size: Int, busy: Int, waiting: Int) {
    (self.size, self.busy, self.waiting) = (size, busy, waiting)
  }
}

/// A change that another hub has announced.
public enum ChangeOfOtherHub: Equatable, Sendable {
  /// A zone, and its head after the change.
  ///
  /// The time is that of the announcement by the other hub's clock, in milliseconds since 1970; nil if it is not known.
  case zone(ZoneKey, head: SyncToken, at: Int64?)
  /// Announcements were lost. Any zone may have changed.
  case unknown
}
