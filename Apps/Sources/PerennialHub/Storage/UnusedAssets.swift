import Foundation
import PerennialRecords

/// The assets of a zone that no record mentions.
struct UnusedAssets {
  let storage: any AssetStorage & ZoneStorage
  let assets: AssetFolder
  let key: ZoneKey

  /// The greatest number of attempts at a zone that changes again and again. The rest waits for the next time.
  private static let attempts = 10

  /// Removes the entries and files of assets that no record mentions and that were last used before a time.
  ///
  /// The records are read in pages, as a device reads them. The removal takes place only if none has changed since.
  ///
  /// - Returns: The removed entries.
  /// - Complexity: O(*n*) in the bytes of the zone's records, if there is an asset that was last used before the time.
  func remove(usedBefore time: Int64) async throws -> [StoredAsset] {
    var unused = Set(try await storage.assets(of: key, usedBefore: time).map(\.checksum))
    var position: SyncToken?
    var attempts = 0
    while !unused.isEmpty, attempts < Self.attempts {
      let page = try await storage.page(of: key, after: position, upTo: PageLimit())
      for record in page.records { Self.remove(mentionedIn: record.body, from: &unused) }
      position = page.token
      if page.moreComing { continue }
      attempts += 1
      let removed = try await storage.removeAssets(
        unused, of: key, at: page.token, usedBefore: time
      ) { [assets, key] asset in try assets.remove(asset.checksum, of: key) }
      if let removed { return removed }
    }
    return []
  }

  /// Removes the checksums that occur anywhere in the JSON form of a record.
  ///
  /// So an asset also counts as mentioned by content that only later versions understand.
  static func remove(mentionedIn body: Data, from checksums: inout Set<String>) {
    body.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      var count = 0
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"):
          count += 1
          guard count >= 64 else { continue }
          checksums.remove(String(decoding: bytes[(index - 63)...index], as: UTF8.self))
        default: count = 0
        }
      }
    }
  }
}
