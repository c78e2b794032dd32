public import PerennialHub
public import PerennialRecords

// The entries of assets. The column `created` has the time of the last use.

extension PostgreSQLHubStorage {
  public func add(_ asset: StoredAsset, to key: ZoneKey) async throws -> Bool {
    try await transaction(.writing) { [incarnation] transaction in
      let (account, zone) = (PostgreSQLValue.integer(key.account), PostgreSQLValue.text(key.name))
      let checksum = PostgreSQLValue.text(asset.checksum)
      let rows = try transaction.run(
        Self.lock(key) + [.init(.readAsset, account, zone, checksum)])
      try Self.checkWritable(rows[0], in: transaction)
      let owner = try Self.head(account: rows[0], zone: rows[2], incarnation).account
      if rows[3].count > 0 {
        let time = max(StoredAsset(rows[3], 0).used, asset.used)
        _ = try transaction.finish(
          .shared(.useAsset), account, zone, checksum, .integer(time))
        return false
      }
      guard owner.bytes + asset.bytes <= owner.limit else {
        throw HubError.quotaExceeded(owner, asset.bytes)
      }
      _ = try transaction.finish([
        .init(.insertAsset, account, zone, checksum, .integer(asset.bytes), .integer(asset.used)),
        .init(.growAccount, account, .integer(asset.bytes)),
      ])
      return true
    }
  }

  public func asset(_ checksum: String, of key: ZoneKey) async throws -> StoredAsset? {
    try await transaction(.reading) { transaction in
      let rows = try transaction.finish(
        .shared(.readAsset), .integer(key.account), .text(key.name), .text(checksum))
      return rows.count == 0 ? nil : StoredAsset(rows, 0)
    }
  }

  public func assets(of key: ZoneKey, usedBefore time: Int64) async throws -> [StoredAsset] {
    try await transaction(.reading) { transaction in
      let rows = try transaction.finish(
        .shared(.readUnusedAssets), .integer(key.account), .text(key.name), .integer(time))
      return (0..<rows.count).map { StoredAsset(rows, $0) }
    }
  }

  public func removeAssets(
    _ checksums: Set<String>, of key: ZoneKey, at token: SyncToken, usedBefore time: Int64,
    discard: @escaping @Sendable (StoredAsset) throws -> Void
  ) async throws -> [StoredAsset]? {
    try await transaction(.writing) { [incarnation] transaction in
      let (account, zone) = (PostgreSQLValue.integer(key.account), PostgreSQLValue.text(key.name))
      let rows = try transaction.run(
        Self.lock(key) + [.init(.readUnusedAssets, account, zone, .integer(time))])
      try Self.checkWritable(rows[0], in: transaction)
      let head = try Self.head(account: rows[0], zone: rows[2], incarnation).zone
      guard head.incarnation == token.incarnation, head.sequence == token.sequence else {
        return nil
      }
      let removed = (0..<rows[3].count).map { StoredAsset(rows[3], $0) }
        .filter { checksums.contains($0.checksum) }
      if removed.isEmpty { return [] }
      for asset in removed { try discard(asset) }
      var queries = removed.map { asset in
        PostgreSQLConnection.Query(.deleteAsset, account, zone, .text(asset.checksum))
      }
      queries.append(
        .init(.growAccount, account, .integer(-removed.reduce(0) { $0 + $1.bytes })))
      _ = try transaction.finish(queries)
      return removed
    }
  }
}

extension StoredAsset {
  /// Reads the columns `checksum`, `bytes` and `created`.
  init(_ rows: PostgreSQLRows, _ row: Int) {
    self.init(
      checksum: rows.text(row, 0), bytes: rows.integer(row, 1), used: rows.integer(row, 2))
  }
}
