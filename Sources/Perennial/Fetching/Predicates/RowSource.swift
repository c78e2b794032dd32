/// A row of a model in a predicate or an order: the fetched row, a row at the end of a to-one
/// relationship, or an element of a to-many relationship.
///
/// The row's key is known from the beginning. The row's table is joined when its first column is
/// read.
final class RowSource {
  let layout: ModelLayout
  let key: SQLExpression
  /// `true` if the row is the fetched one.
  let isFetched: Bool
  /// The condition that the row exists.
  private(set) lazy var isPresent = key.isNotNull
  private unowned let translator: Translator
  private let select: SQLSelect
  private var joined: SQLTable?
  private var related: [Int: RowSource] = [:]
  /// The same row as one of a superclass, if this row is a cast to a subclass.
  private let general: RowSource?

  /// Creates a row of the first table of a `SELECT`.
  init(
    _ layout: ModelLayout,
    of select: SQLSelect,
    _ translator: Translator,
    isFetched: Bool = false
  ) {
    self.layout = layout
    self.isFetched = isFetched
    self.select = select
    self.translator = translator
    general = nil
    joined = select.table
    key = .column(select.table, SQLName.primaryKey, isNullable: false)
  }

  /// Creates a row whose key is in another table.
  init(
    _ layout: ModelLayout,
    key: SQLExpression,
    in select: SQLSelect,
    _ translator: Translator
  ) {
    self.layout = layout
    self.key = key
    isFetched = false
    self.select = select
    self.translator = translator
    general = nil
  }

  /// Creates a cast of a row to a subclass. The row may be of another class.
  ///
  /// - Parameter condition: The condition that the row is of the subclass; nil if it must be.
  private init(_ row: RowSource, as layout: ModelLayout, where condition: SQLExpression?) {
    self.layout = layout
    key = condition.map { .choose(when: $0, row.key, else: nil) } ?? row.key
    isFetched = row.isFetched
    select = row.select
    translator = row.translator
    general = row
    if let condition { isPresent = condition }
  }

  private var table: SQLTable {
    if let general { return general.table }
    if let joined { return joined }
    let table = SQLTable(
      name: layout.tableName,
      alias: translator.newAlias(),
      joinKey: key,
      isOuter: key.isNullable
    )
    select.join(table)
    translator.noteReading(layout)
    joined = table
    return table
  }

  /// The key, whether or not the row is of the class that it is cast to.
  var ownKey: SQLExpression { general?.ownKey ?? key }

  // MARK: Properties

  /// Returns the row's value at a key path of its model.
  ///
  /// - Parameter success: The condition under which the row itself can be evaluated.
  func member(
    at keyPath: AnyKeyPath, _ success: SQLExpression?
  ) throws(Untranslatable) -> Operand {
    guard let property = layout.property(at: keyPath) else {
      guard layout.type.isIdentifier(keyPath) else {
        throw Untranslatable("\(layout.entityName)’s \(keyPath), which is not a stored property")
      }
      return Operand(.scalar(key, identity), success: success)
    }
    let null: Operand.NullMeaning =
      property.isOptional ? .absence : property.nullMeansNaN ? .notANumber : .nothing
    switch property.kind {
    case .attribute:
      let column = try column(property)
      return Operand(.scalar(column, ValueForm(property)), null: null, success: success)
    case .toOne: return Operand(.row(try related(property)), null: null, success: success)
    case .toMany:
      guard let relationship = layout.relationship(property.index) else {
        throw Untranslatable("\(layout.entityName).\(property.name) does not have a destination")
      }
      return Operand(.rows(RowSet(owner: self, relationship: relationship)), success: success)
    }
  }

  func column(_ property: PropertyLayout) throws(Untranslatable) -> SQLExpression {
    guard let name = property.columnName else {
      throw Untranslatable("\(layout.entityName).\(property.name) is not stored")
    }
    translator.noteReading(property, of: self)
    let isNullable =
      key.isNullable || general != nil || property.column?.isNullable != false
    let column = SQLExpression.column(table, name, isNullable: isNullable)
    let unknown = translator.unknown.values(of: property)
    if unknown.isEmpty { return column }
    return try substituting(column, of: property, unknown)
  }

  /// Returns a column as a program reads it, with substitutes for values that cannot be
  /// represented.
  private func substituting(
    _ column: SQLExpression, of property: PropertyLayout, _ unknown: [SQLValue]
  ) throws(Untranslatable) -> SQLExpression {
    let isUnknown = SQLExpression.member(column, in: unknown)
    switch property.substitute {
    case .absence: return .choose(when: isUnknown, .null, else: column)
    case .declaredDefault:
      guard let value = property.defaultValue, let stored = try? property.columnValue(value) else {
        throw Untranslatable("the default of \(layout.entityName).\(property.name)")
      }
      return .choose(when: isUnknown, .value(stored), else: column)
    // Fetches leave the rows out.
    case nil: return column
    }
  }

  /// The condition that fetches do not leave the row out.
  var isReadable: SQLExpression {
    let checks = translator.noteLeavingOut(layout)
    return translator.unknown.isEmpty
      ? .truth(true) : translator.unknown.readable(checks, in: table)
  }

  /// Returns the row at the other end of a to-one relationship. It is the same object each time, so
  /// that all parts that need the join share it.
  func related(_ property: PropertyLayout) throws(Untranslatable) -> RowSource {
    if let known = related[property.index] { return known }
    guard let layout = property.destinationLayout else {
      throw Untranslatable("\(property.name) is not a relationship")
    }
    if translator.hierarchies.hasUnknownSubentities(in: layout) {
      throw Untranslatable(
        "\(property.name), which may reference objects of entities that the schema lacks")
    }
    let unread = translator.noteLeavingOut(layout).first {
      !translator.unknown.values(of: $0.property).isEmpty
    }
    if let unread {
      throw Untranslatable(
        "\(property.name), which may reference objects with unknown values of \(unread.property.name)"
      )
    }
    var key = try column(property)
    // A property that a superclass declares has a value even if the row is not of this class.
    if general != nil, !isNull(key) { key = .choose(when: isPresent, key, else: nil) }
    let row = RowSource(layout, key: key, in: select, translator)
    related[property.index] = row
    return row
  }

  // MARK: Classes

  /// The form of the row's identity in SQL.
  var identity: ValueForm {
    let names = translator.hierarchies.entityNames(of: layout)
    return .identity(layout, entities: names.isEmpty ? [layout.entityName] : names)
  }

  /// Returns the condition that the row is of a class.
  func isOf(_ wanted: ModelLayout) -> SQLExpression {
    if layout.isKind(of: wanted) { return isPresent }
    guard wanted.isKind(of: layout) else { return .truth(false) }
    let names = translator.hierarchies.entityNames(of: wanted)
    if names.isEmpty { return .truth(false) }
    let entity = SQLExpression.column(table, SQLName.entity, isNullable: ownKey.isNullable)
    let isMember = SQLExpression.member(entity, .names(names))
    return general == nil ? isMember : .and([isPresent, isMember])
  }

  /// The condition that the row is of a class that the schema has.
  var isKnown: SQLExpression {
    let names = translator.hierarchies.entityNames(of: layout)
    let entity = SQLExpression.column(table, SQLName.entity, isNullable: key.isNullable)
    return .member(entity, .names(names))
  }

  /// Returns the row as one of a subclass of its class.
  ///
  /// - Parameter isForced: `true` if the row is assumed to be of the subclass.
  func cast(to wanted: ModelLayout, isForced: Bool = false) -> RowSource {
    RowSource(self, as: wanted, where: isForced ? nil : isOf(wanted))
  }

  /// Returns `true` if an expression is NULL wherever the row is not of the class that it is cast
  /// to. This is the case for the columns that the class adds.
  func isNull(_ sql: SQLExpression) -> Bool {
    guard general != nil, case .column(let table, let name, _) = sql, table == self.table else {
      return false
    }
    return layout.ownProperties.contains { $0.columnName == name }
  }
}
