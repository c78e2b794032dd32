public import PerennialRecords

/// The entries of assets in the database of a hub. Their bytes are in an ``AssetFolder``.
public protocol AssetStorage: Sendable {
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
}
