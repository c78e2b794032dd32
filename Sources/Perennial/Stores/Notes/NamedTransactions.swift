/// The transactions of the history that name changes which triggers have noted too.
///
/// Earlier versions of the library fire the triggers. A note has the number of the last transaction before the change, so
/// that the next one says whether it is known.
struct NamedTransactions {
  private let connection: Connection
  private var found: [Int64: NamedTransaction?] = [:]

  init(on connection: Connection) { self.connection = connection }

  /// Returns the transaction after a number; nil if there is none.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if it is damaged.
  mutating func after(_ number: Int64) throws -> NamedTransaction? {
    if let known = found[number] { return known }
    let named = try connection.first(
      "SELECT cause, changes FROM \(HistoryTables.transactions) WHERE id = ?",
      [.integer(number + 1)]
    ) { row in
      guard let cause = TransactionCause(rawValue: row.string()) else {
        return nil as NamedTransaction?
      }
      return NamedTransaction(
        cause,
        try HistoryRecord(text: row.string(), transaction: number + 1, path: connection.path))
    }
    found[number] = .some(named)
    return named
  }
}

/// The changes that one transaction of the history names.
struct NamedTransaction {
  /// A field of an object, or with an empty name all of its fields.
  private struct Field: Hashable {
    let entity: String
    let key: Int64
    let property: String
  }

  private struct Link: Hashable {
    let entity: String
    let property: String
    let source: Int64
    let target: Int64
  }

  private let cause: TransactionCause
  private var fields: Set<Field> = []
  /// The objects that were inserted or deleted.
  private var lives: Set<Int64> = []
  private var links: Set<Link> = []

  fileprivate init(_ cause: TransactionCause, _ record: HistoryRecord) {
    self.cause = cause
    for group in record.groups {
      for property in group.kind == .update ? group.properties : [""] {
        for key in group.rowIDs {
          fields.insert(Field(entity: group.entityName, key: key, property: property))
        }
      }
      if group.kind != .update { lives.formUnion(group.rowIDs) }
    }
    for group in record.links {
      for key in group.rowIDs {
        fields.insert(Field(entity: group.entityName, key: key, property: group.property))
      }
      for pair in group.pairs {
        links.insert(
          Link(
            entity: group.entityName, property: group.property, source: pair.source,
            target: pair.target))
      }
    }
  }

  /// Returns the cause of the transaction if it names a field of an object, or the insertion or deletion of the object;
  /// else nil.
  ///
  /// - Parameter property: The name of the field; empty for the insertion or deletion.
  func cause(of property: String, _ key: Int64, _ entity: String) -> TransactionCause? {
    let isNamed = [property, ""].contains {
      fields.contains(Field(entity: entity, key: key, property: $0))
    }
    return isNamed ? cause : nil
  }

  /// Returns `true` if the transaction names a link of a relationship with a join table, or has inserted or deleted one of
  /// its objects.
  func names(
    link source: Int64, _ target: Int64, of property: String, _ entity: String
  ) -> Bool {
    lives.contains(source) || lives.contains(target)
      || links.contains(
        Link(entity: entity, property: property, source: source, target: target))
  }
}
