import GRDB
public import PerennialRecords

// The entries of assets. The column `created` has the time of the last use.

extension SQLiteHubStorage {
  public func add(_ asset: StoredAsset, to key: ZoneKey) async throws -> Bool {
    try await write { [incarnation] database in
      try Self.checkWritable(key.account, in: database)
      let (zone, account, _) = try Self.head(of: key, in: database, incarnation)
      let former = try database.row(
        .readAsset, key.account, key.name, asset.checksum, as: StoredAsset.init)
      if let former {
        let time = max(former.used, asset.used)
        try database.run(.useAsset, key.account, key.name, asset.checksum, time)
        return false
      }
      guard account.bytes + asset.bytes <= account.limit else {
        throw HubError.quotaExceeded(account, asset.bytes)
      }
      try database.run(.writeZone, key.account, key.name, zone.sequence, zone.floor)
      try database.run(
        .insertAsset, key.account, key.name, asset.checksum, asset.bytes, asset.used)
      try database.run(.growAccount, key.account, asset.bytes)
      return true
    }
  }

  public func asset(_ checksum: String, of key: ZoneKey) async throws -> StoredAsset? {
    try await read { database in
      try database.row(.readAsset, key.account, key.name, checksum, as: StoredAsset.init)
    }
  }

  public func assets(of key: ZoneKey, usedBefore time: Int64) async throws -> [StoredAsset] {
    try await read { database in
      try database.rows(
        .readUnusedAssets, key.account, key.name, time, as: StoredAsset.init)
    }
  }

  public func removeAssets(
    _ checksums: Set<String>, of key: ZoneKey, at token: SyncToken, usedBefore time: Int64,
    discard: @escaping @Sendable (StoredAsset) throws -> Void
  ) async throws -> [StoredAsset]? {
    try await write { [incarnation] database in
      try Self.checkWritable(key.account, in: database)
      let zone = try Self.head(of: key, in: database, incarnation).zone
      guard zone.incarnation == token.incarnation, zone.sequence == token.sequence else {
        return nil
      }
      let unused = try database.rows(
        .readUnusedAssets, key.account, key.name, time, as: StoredAsset.init)
      let removed = unused.filter { checksums.contains($0.checksum) }
      for asset in removed {
        try database.run(.deleteAsset, key.account, key.name, asset.checksum)
        try discard(asset)
      }
      if !removed.isEmpty {
        try database.run(.growAccount, key.account, -removed.reduce(0) { $0 + $1.bytes })
      }
      return removed
    }
  }
}
