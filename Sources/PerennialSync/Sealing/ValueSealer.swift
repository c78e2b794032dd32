package import Foundation
package import PerennialRecords

/// The field of a record that a sealed value belongs to.
package struct SealedField: Hashable, Sendable {
  let record: RecordName
  /// The type of the record.
  let type: String
  /// The first name of the property.
  let name: String
}

/// The seals of a zone: they make values unreadable for the hub, and readable again.
package protocol ValueSealer: Sendable {
  /// The identifiers of the device's keys as a text, which changes with each key.
  var keyList: String { get }
  /// `true` if the device has a key.
  var hasKey: Bool { get }
  /// `true` if this device has made the key that it seals with: it seals the values of earlier keys again.
  var madeCurrentKey: Bool { get }

  /// Reads the keys of the device again, which another process may have changed.
  func refresh()
  /// Seals a value.
  ///
  /// Equal values with equal stamps have equal forms. Of two forms with one stamp, that of the later key is the greater.
  ///
  /// - Throws: ``SealedValueError/noKey``.
  func seal(_ value: RecordValue, in field: SealedField, at stamp: Stamp) throws -> Data
  /// Opens a value.
  ///
  /// - Returns: The value, and `false` if it is sealed with an earlier key than the present one.
  /// - Throws: ``SealedValueError``.
  func open(
    _ sealed: Data, in field: SealedField
  ) throws(SealedValueError) -> (value: RecordValue, isCurrent: Bool)

  /// Takes the keys that the zone's record of keys has for this device.
  ///
  /// - Parameters:
  ///   - known: The record, as this device knows it.
  ///   - acknowledged: The record, as the hub has it.
  /// - Returns: The fields to write into the record.
  func takeKeys(
    from known: RecordState<RecordValue>, onHub acknowledged: RecordState<RecordValue>
  ) throws -> [String: RecordValue]
}
