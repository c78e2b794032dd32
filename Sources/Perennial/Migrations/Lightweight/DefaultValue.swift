/// The declared default of a property, for rows that have no value yet.
struct DefaultValue {
  let property: PropertyLayout
  private let value: Any?
  /// The default as a literal; nil if SQL cannot write the value down.
  let literal: String?
  /// `true` if every object begins with the same value. `UUID()` and `Date.now` differ at each evaluation, so
  /// that each row gets its own value.
  let isConstant: Bool

  /// Evaluates the default. Nil if the property has no default, or if its default is nil.
  ///
  /// - Throws: ``SwiftDataError/migrationFailure`` if the default cannot be encoded.
  init?(_ property: PropertyLayout, on connection: Connection) throws {
    self.property = property
    value = property.defaultValue
    let stored = try Self.stored(value, property)
    guard stored != .null else { return nil }
    isConstant = try Self.stored(Self.evaluate(property), property) == stored
    literal = try Self.exactLiteral(stored, on: connection)
  }

  /// Creates the neutral value that a required attribute without a default has until the code of a stage
  /// assigns one: zero, an empty text, the first case, or the reference date.
  ///
  /// Nil if the type has no such value. Also nil if the framework cannot detect that the attribute was
  /// assigned: from the 64th on, properties are written together.
  init?(neutralOf property: PropertyLayout, on connection: Connection) {
    func neutral<S: _Storage.Slot>(_ slot: S.Type) -> Any? { MissingValue.neutral(S.Value.self) }
    guard property.index < 63, let value = neutral(property.slot),
      let stored = try? Self.stored(value, property), stored != .null,
      let literal = try? Self.exactLiteral(stored, on: connection)
    else { return nil }
    (self.property, self.value) = (property, value)
    (self.literal, isConstant) = (literal, true)
  }

  /// Evaluates the declared default again.
  private static func evaluate(_ property: PropertyLayout) -> Any? {
    property.owner.schemaMetadata.first { $0.keypath == property.keyPath }?.defaultValue
  }

  private static func stored(
    _ value: Any?, _ property: PropertyLayout
  ) throws -> SQLValue {
    do {
      return try value.flatMap { try property.columnValue($0) } ?? .null
    } catch {
      throw failure(.of(error, else: .migrationFailure), property)
    }
  }

  private static func failure(
    _ error: SwiftDataError, _ property: PropertyLayout
  ) -> SwiftDataError {
    .migrationFailure.because(
      "\(property.ownerName).\(property.name): the default \(error.explanation)")
  }

  // MARK: Literals

  /// Returns the literal that a column holds temporarily, until its rows get their values.
  static func placeholder(_ type: SQLType) -> String {
    switch type {
    case .integer: "0"
    case .real: "0.0"
    case .text: "''"
    case .blob: "x''"
    }
  }

  private static func literal(_ value: SQLValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): real.isInfinite ? (real < 0 ? "-9e999" : "9e999") : "\(real)"
    case .text(let text): SQLName.literal(text)
    case .blob(let data):
      "x'\(data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())'"
    }
  }

  /// Returns the literal of a value; nil if SQLite does not read the literal as the same value.
  private static func exactLiteral(
    _ value: SQLValue, on connection: Connection
  ) throws -> String? {
    if case .text(let text) = value, text.utf8.contains(0) { return nil }
    let literal = literal(value)
    let read = try connection.first("SELECT \(literal)") { $0.value() }
    return read == value ? literal : nil
  }

  // MARK: Filling

  /// Assigns the default to rows. If it is not constant, it is evaluated for each row.
  func fill(
    _ keys: [Int64],
    column: String,
    of table: String,
    on connection: Connection
  ) throws {
    let statement = try connection.statement(
      "UPDATE \(SQLName.quoted(table)) SET \(SQLName.quoted(column)) = ? WHERE _pk = ?"
    )
    for key in keys {
      let value = isConstant ? value : Self.evaluate(property)
      try connection.run(statement) { binder in
        // Defaults stay in their rows, regardless of their size.
        binder.files = nil
        try bind(value, &binder)
        binder.bind(key)
      }
    }
  }

  private func bind(_ value: Any?, _ binder: inout _Storage.Binder) throws {
    func open<S: _Storage.Slot>(_ type: S.Type) {
      if let slot = S(holding: value) { slot._bind(&binder) } else { binder.bindNull() }
    }
    open(property.slot)
    if let failure = binder.failure { throw Self.failure(failure.error, property) }
  }
}
