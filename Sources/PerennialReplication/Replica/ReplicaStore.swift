public import PerennialRecords

/// The durable data of a device: rows, their history, and the knowledge of the hub.
///
/// A ``Replica`` calls these functions, and those of the parts, within one transaction of the store, with the cause
/// `remote`. If one throws, the transaction is rolled back.
public protocol ReplicaStore: AnyObject {
  associatedtype Edits: ReplicaEdits
  associatedtype Records: ReplicaRecords
  associatedtype Conflicts: ReplicaConflicts
  associatedtype Entities: ReplicaSchema
  associatedtype LateRows: ReplicaLateRows
  associatedtype Seals: ReplicaSealing

  /// The changes that are not acknowledged.
  var editTable: Edits { get }
  /// The knowledge of the hub's records.
  var recordTable: Records { get }
  /// The conflicts that merges have decided.
  var conflictTable: Conflicts { get }
  /// The entities.
  var schema: Entities { get }
  /// The rows that another version of the program has written.
  var late: LateRows { get }
  /// The sealed values.
  var sealing: Seals { get }

  /// The position in the hub's changes and in the store's history.
  var position: ReplicaPosition { get throws }
  /// Writes the position.
  func write(_ position: ReplicaPosition) throws

  /// Returns the transactions of the history after a number, the earliest first, up to a limit.
  ///
  /// A transaction with many changes can come in parts, the last one of each call: the next call with the number
  /// before it returns the next part.
  func transactions(after number: Int64, limit: Int) throws -> [LocalTransaction]
  /// The device of the store's stamps.
  var device: DeviceIdentifier { get throws }
  /// The stamp of the changes that users make in this transaction: later than all that the store has made or observed.
  var stamp: Stamp { get throws }
  /// The store's clock, in milliseconds since 1970, with its correction.
  var milliseconds: Int64 { get throws }
  /// Makes all later stamps of the store later than this one.
  func observe(_ stamp: Stamp) throws
  /// Sets the store's clock back or forward.
  ///
  /// - Parameters:
  ///   - latest: The time that all later stamps are after. It can be earlier than stamps that were replaced.
  ///   - correction: The milliseconds to add to the clock from now on, beside earlier corrections.
  func setClock(latest: HybridTime, correction: Int64) throws

  /// Returns the writes of a record that the hub has acknowledged, and that no page has contained; nil if there are none.
  func pushed(of name: RecordName) throws -> PushedWrites?
  /// Notes or, with nil, forgets these writes.
  func write(_ pushed: PushedWrites?, of name: RecordName) throws

  /// Returns the content of a record's row; nil if it has none.
  func content(of name: RecordName) throws -> RowContent?
  /// Inserts, updates or, with nil, deletes rows. Rows can reference each other.
  ///
  /// A deleted preset can have no row before: then the store notes its deletion, for catalogs that come later.
  ///
  /// The state of a record has the edits that are in effect, and the content of its preset.
  func write(_ rows: [(record: Record, content: RowContent?)]) throws
  /// Notes in the row of a preset what users have edited, also if the content of the row stays.
  ///
  /// - Parameters:
  ///   - preset: The record, with the edits that are in effect.
  ///   - links: The links that its catalog has, by field, also those that users have removed: `true` for one that a user
  ///     has added too.
  func noteEdits(of preset: Record, linksOfCatalog links: [String: [RecordName: Bool]]) throws
  /// Returns the type of a record's row: the first name of its entity; nil if the record has no row.
  func rowType(of name: RecordName) throws -> String?
  /// Returns the value that a new row has in a field of which its record has none; nil if that is not known.
  func defaultValue(of field: String, ofType owner: String) throws -> RecordValue?
  /// Returns `true` if a field of an entity can have a value.
  func fits(_ value: RecordValue, in field: String, ofType owner: String) throws -> Bool
  /// Returns the values that the row of a record shows instead of those that its fields cannot have.
  func substitutedValues(of name: RecordName) throws -> [String: SubstitutedValue]
  /// Returns a value that the program has written, with the parts of a known one that its type does not have: the members
  /// of a structure that a later version of the program has added.
  func value(
    _ value: RecordValue, keepingPartsOf known: RecordValue, in field: String,
    ofType owner: String
  ) throws -> RecordValue

  /// Notes why the row of a record does not show references that the record has, or that it shows all.
  ///
  /// - Parameter misfits: The records that fields reference and cannot, in the order of the fields.
  func note(_ misfits: [Misfit], of record: Record) throws
  /// Returns the records whose rows reference a record.
  func rows(referencing name: RecordName) throws -> [RecordName]
  /// Gives an object another key, because another device's object has its name. References follow.
  func rename(_ name: RecordName) throws -> RecordName

  /// Returns the content of a preset in the device's catalog.
  func catalogVersion(of name: RecordName) throws -> CatalogVersion<RecordValue>?
  /// Returns the presets of an entity, or all.
  func presets(ofType type: String?) throws -> [RecordName]
}

/// The position of a device in the changes of the hub and of its own store.
public struct ReplicaPosition: Equatable, Sendable, Codable {
  /// The position up to which the changes of the hub are in the store; nil before the first page.
  public var token: SyncToken?
  /// The number of the last transaction of the history whose changes are among the ``LocalEdits``.
  public var transaction: Int64 = 0
  /// The latest time that is known to be on the hub.
  public var latest = HybridTime.zero
  /// The number of complete readings of the zone that have begun.
  public var reading = 1
  /// The reason of the reading that is under way.
  public var purpose = Purpose.firstImport
  /// The number of the hub's database that the last page came from; nil if it is not known.
  public var incarnation: Int64?
  /// `true` after the first complete reading.
  public var isInitialImportDone = false

  /// The reason of reading a zone from its beginning.
  public enum Purpose: String, Equatable, Sendable, Codable {
    /// No reading is under way.
    case none
    /// The device has not read the zone before.
    case firstImport
    /// The hub has forgotten deletions. Records that it does not send are deleted here too.
    case sweep
    /// The hub has lost changes. Records that it does not send are sent to it.
    case offer
  }

  /// Creates the position of a device that has read nothing.
  public init() {}

  /// Begins to read the zone from its beginning.
  ///
  /// A reading that offers records goes on to offer them, also if the hub has forgotten deletions since: the hub can
  /// have lost what it had acknowledged.
  public mutating func beginReading(_ reason: Purpose) {
    token = nil
    reading += 1
    if purpose != .offer { purpose = reason }
  }

  /// Notes the database that a page comes from. A reading of another one than before offers what that one lacks: the
  /// hub was restored while the device had no position to compare.
  mutating func noteDatabase(of token: SyncToken) {
    if let incarnation, incarnation != token.incarnation { purpose = .offer }
    incarnation = token.incarnation
  }
}

/// A reference that a row does not show, and that no merge will show by itself.
public struct Misfit: Equatable, Sendable {
  /// The reason why the row does not show the reference.
  public enum Cause: Equatable, Sendable {
    /// The record is of an entity that the field cannot reference: its type.
    case type(String)
    /// The record is deleted, and the field must have a reference.
    case deletion
  }

  /// The name of the field.
  public let field: String
  /// The record that the field references.
  public let target: RecordName
  /// The reason.
  public let cause: Cause
}

extension ReplicaStore {
  /// Returns `true` if a record has a row.
  public func isPresent(_ name: RecordName) throws -> Bool { try rowType(of: name) != nil }

  /// No default is known, unless the store says otherwise.
  public func defaultValue(of field: String, ofType owner: String) throws -> RecordValue? { nil }

  /// Fields can have all values, unless the store says otherwise.
  public func substitutedValues(of name: RecordName) throws -> [String: SubstitutedValue] { [:] }
  public func value(
    _ value: RecordValue, keepingPartsOf known: RecordValue, in field: String,
    ofType owner: String
  ) throws -> RecordValue { value }
  public func fits(_ value: RecordValue, in field: String, ofType owner: String) throws -> Bool {
    true
  }

  /// Nothing is noted, unless the store says otherwise.
  public func noteEdits(
    of preset: Record, linksOfCatalog links: [String: [RecordName: Bool]]
  ) throws {}

  /// Nothing is noted, unless the store says otherwise.
  public func note(_ misfits: [Misfit], of record: Record) throws {}

  /// No row is known, unless the store says otherwise. A store with unique values has to know them.
  public func rows(referencing name: RecordName) throws -> [RecordName] { [] }
}
