import Foundation
import Perennial
import PerennialRecords

/// The content of a column, without that of an external file.
enum ColumnContent {
  case value(SQLValue)
  /// A file that never changes.
  case file(name: String, path: String)

  /// The value, if it is in the row.
  var inRow: SQLValue? { if case .value(let value) = self { value } else { nil } }

  /// The key of a row that the value references.
  var key: Int64? { inRow?.key }
}

extension SyncedEntity.Column {
  /// The number of bytes beyond which a value is an asset. It is the same on all devices and for all attributes, so
  /// that equal bytes have equal values in all records.
  static let assetThreshold = 32 << 10

  /// Returns the bytes of a value that may be an asset; nil for another value.
  ///
  /// A unique value is none: a store compares it with those of other rows. A sealed value is none either: it is sent in
  /// its record.
  func assetBytes(_ value: SQLValue) -> Data? {
    guard kind == .value, !isUnique, !isSealed, case .blob(let data) = value else { return nil }
    let bytes = property.isExternal ? data.dropFirst() : data
    return bytes.count > Self.assetThreshold ? bytes : nil
  }

  /// Returns the value of the column for the bytes of an asset; nil if the column has no bytes.
  func value(ofAsset bytes: Data) -> SQLValue? {
    guard takesAssets else { return nil }
    return .blob(property.isExternal ? ExternalColumn.inlined(bytes) : bytes)
  }

  /// `true` if the value of the column can be an asset.
  var takesAssets: Bool { kind == .value && !isUnique && property.column?.type == .blob }
}
