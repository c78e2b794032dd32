public import PerennialRecords

/// The zones and their records in the database of a hub.
public protocol ZoneStorage: Sendable {
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
}
