import Foundation
import Perennial
import PerennialRecords

/// A transaction of a synced store, which all parts of sync read and write in. A read transaction has the same parts.
final class SyncTransaction {
  let transaction: StoreTransaction
  let connection: Connection
  let schema: SyncSchema
  /// The rows that were written.
  var changes: CollectedChanges
  /// `true` if other transactions were taken from the history, or rows were written.
  var hasChanged = false
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  init(_ transaction: StoreTransaction, _ schema: SyncSchema) {
    (self.transaction, self.schema) = (transaction, schema)
    connection = transaction.connection
    changes = CollectedChanges(transaction.entities, ofStore: transaction.number)
    encoder.outputFormatting = .sortedKeys
  }

  /// `true` if the transaction can only read.
  var isReadOnly: Bool { transaction.isReadOnly }

  /// The device of the stamps.
  ///
  /// - Throws: ``WriteTransactionRequired`` in a read transaction of a store that has no device yet.
  var device: DeviceIdentifier {
    get throws {
      guard isReadOnly else { return try stamp.device }
      guard let device = try transaction.recordedDevice else { throw WriteTransactionRequired() }
      return device
    }
  }

  /// The stamp of the changes that users make in this transaction: later than all that the store has made or observed.
  var stamp: Stamp {
    get throws { try connection.stamp() }
  }

  // MARK: JSON

  /// Returns the JSON form of a value, with sorted keys.
  func encode(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Reads a value from its JSON form.
  ///
  /// - Parameter row: The place of the text, for the error.
  /// - Throws: ``SwiftDataError/storeFailure``.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ text: String, of row: @autoclosure () -> String
  ) throws -> Value {
    do {
      return try decoder.decode(type, from: Data(text.utf8))
    } catch {
      throw SwiftDataError.storeFailure.because(
        "\(connection.path): the sync data of \(row()) are damaged: \(error). Restore a backup of the store",
        underlying: error)
    }
  }
}
