import Perennial

/// An entity of a store, with the names of its fields in records and the statements for its rows.
final class SyncedEntity: Sendable {
  /// A column of the entity's table.
  struct Column: Sendable {
    /// The content of a column.
    enum Kind: Sendable {
      case value, reference
      /// The order key of the object in the to-many relationship at the other end of a reference.
      case orderKey
    }

    /// The name of the field.
    let field: String
    /// The quoted name of the column.
    let name: String
    let property: PropertyLayout
    let kind: Kind
    /// `true` if the value is unique, alone or together with others.
    let isUnique: Bool
    /// `true` if the value is sealed before it is sent.
    var isSealed = false
  }

  /// A relationship with a join table, seen from the side that has it in its records.
  struct Join: Sendable {
    /// The name of the field.
    let field: String
    /// The name of the join table, and the name in quotation marks.
    let (tableName, table): (String, String)
    let relationship: RelationshipLayout
    let destination: ContainerEntity?
  }

  /// A one-to-one relationship, seen from the side that has it in its records. The column at the other side
  /// follows from it.
  struct OneToOneReference: Sendable {
    /// The identity of the column in the store.
    let identity: String
    let column: Column
    let entity: ContainerEntity
    let destination: ContainerEntity
    let inverse: PropertyLayout
    /// The quoted names of the two tables, and of the column at the other side.
    let (table, destinationTable, inverseColumn): (String, String, String)

    init?(
      _ column: Column, of entity: ContainerEntity, inverse: PropertyLayout, _ all: StoreEntities
    ) {
      guard let destination = all.destination(of: column.property, in: entity),
        let name = inverse.columnName
      else { return nil }
      (self.column, self.entity, self.destination) = (column, entity, destination)
      self.inverse = inverse
      table = SQLName.quoted(entity.layout.tableName)
      destinationTable = SQLName.quoted(destination.layout.tableName)
      inverseColumn = SQLName.quoted(name)
      identity = "\(entity.layout.tableName).\(column.property.columnName ?? column.field)"
    }
  }

  /// The entity in the store, with its layout.
  let containerEntity: ContainerEntity
  /// The type of the entity's records: the first name that it ever had.
  let type: String
  let columns: [Column]
  let joins: [Join]
  /// The one-to-one relationships that are their own inverse.
  let pairs: [Column]
  /// The one-to-one relationships that the entity's records have.
  let oneToOneReferences: [OneToOneReference]
  /// The columns of one-to-one relationships that the records of the other entity have.
  let derived: [Column]
  /// The query for the columns of a row.
  let selection: String
  /// The statement that inserts a row, for objects and for presets.
  let (insertion, presetInsertion): (String, String)
  /// The quoted name of the table.
  let table: String
  /// The attributes that have a unique value by themselves.
  let uniqueFields: Set<String>
  /// The relationships that must have a target.
  let requiredReferences: Set<String>
  /// The groups of attributes whose values are unique together.
  let uniqueGroups: [[String]]
  /// The counters, with their declared starts.
  let counters: [String: Int64]
  /// The fields whose values are sealed before they are sent.
  let sealedFields: Set<String>
  /// `true` if a change of one field of an object is a change of all.
  let mergesWholeRecords: Bool
  private let fieldsByProperty: [String: [String]]
  private let destinations: [String: ModelLayout]
  /// The forms of the fields, as texts: if one differs, another version of the app can have left out values.
  let form: [String: String]

  var name: String { containerEntity.layout.entityName }
  var tableName: String { containerEntity.layout.tableName }

  init(
    _ containerEntity: ContainerEntity, of all: StoreEntities,
    _ described: [String: EntityDescription],
    sealed: Set<String> = []
  ) {
    let layout = containerEntity.layout
    func firstName(_ property: PropertyLayout) -> String {
      described[property.ownerName]?.property(named: property.name)?.firstName
        ?? property.originalName
    }
    func fullName(_ property: PropertyLayout) -> String {
      let owner = described[property.ownerName]?.firstName ?? property.ownerName
      return "\(owner).\(firstName(property))"
    }
    self.containerEntity = containerEntity
    counters = Dictionary(
      layout.properties.filter(\.isCounter).map { (firstName($0), $0.counterStart) },
      uniquingKeysWith: { first, _ in first })
    mergesWholeRecords = layout.mergeRule == .byRecord
    type = described[layout.entityName]?.firstName ?? layout.entityName
    var (columns, derived): ([Column], [Column]) = ([], [])
    var references: [OneToOneReference] = []
    var fields: [String: [String]] = [:]
    let unique = Set(layout.uniquenessConstraints.flatMap { $0 }.map(\.name))
    for property in layout.properties {
      guard let column = property.columnName else { continue }
      let first = firstName(property)
      let made = Column(
        field: first, name: SQLName.quoted(column), property: property,
        kind: property.isToOne ? .reference : .value, isUnique: unique.contains(property.name),
        isSealed: !property.isToOne && sealed.contains(property.name))
      if let inverse = containerEntity.table.oneToOne[property.index]?.inverse,
        inverse.ownerName != property.ownerName || inverse.name != property.name
      {
        let (own, other) = (fullName(property), fullName(inverse))
        if own > other {
          derived.append(made)
          fields[property.name] = []
          continue
        }
        let reference = OneToOneReference(made, of: containerEntity, inverse: inverse, all)
        if let reference { references.append(reference) }
      }
      columns.append(made)
      fields[property.name] = [first]
      guard containerEntity.table.positions.contains(where: { $0 === property }) else { continue }
      let position = Self.orderKey(of: first)
      columns.append(
        Column(
          field: position, name: SQLName.quoted(SQLName.position(of: column)), property: property,
          kind: .orderKey, isUnique: false))
      fields[property.name]?.append(position)
    }
    for property in layout.properties where fields[property.originalName] == nil {
      fields[property.originalName] = fields[property.name]
    }
    (self.columns, self.derived, self.oneToOneReferences) = (columns, derived, references)
    fieldsByProperty = fields
    sealedFields = Set(columns.filter(\.isSealed).map(\.field))
    let paired = Set(references.map(\.column.field))
    pairs = columns.filter {
      $0.kind == .reference && containerEntity.table.oneToOne[$0.property.index] != nil
        && !paired.contains($0.field)
    }
    uniqueFields = Set(
      layout.uniquenessConstraints.compactMap { constraint in
        guard constraint.count == 1, !constraint[0].isRelationship else { return nil }
        return firstName(constraint[0])
      })
    requiredReferences = Set(
      columns.filter { $0.kind == .reference && $0.property.isRequiredReference }.map(\.field))
    uniqueGroups = layout.uniquenessConstraints.filter { constraint in
      constraint.count > 1 && !constraint.contains(where: \.isRelationship)
    }.map { $0.map(firstName).sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
    joins = layout.relationships.values.compactMap { relationship in
      guard case .joinTable(let join) = relationship.storage, join.isSource else { return nil }
      return Join(
        field: firstName(relationship.property), tableName: join.name,
        table: SQLName.quoted(join.name),
        relationship: relationship,
        destination: all.destination(of: relationship.property, in: containerEntity))
    }.sorted { $0.field < $1.field }
    destinations = Dictionary(
      columns.compactMap { column in
        guard column.kind == .reference else { return nil }
        return column.property.destinationLayout.map { (column.field, $0) }
      } + joins.map { ($0.field, $0.relationship.destination) },
      uniquingKeysWith: { first, _ in first })
    let joined = joins.map { join in
      (
        join.field,
        "links to \(described[join.relationship.destination.entityName]?.firstName ?? "")"
      )
    }
    form = Dictionary(
      columns.map { ($0.field, $0.form(described)) } + joined,
      uniquingKeysWith: { first, _ in first })
    let table = SQLName.quoted(layout.tableName)
    self.table = table
    let names = columns.map(\.name)
    selection =
      "SELECT \((names + ["_pk"]).joined(separator: ", ")) FROM \(table) WHERE _pk = ?"
    let isShared = containerEntity.table.isOwn(alias: "t").isEmpty == false
    func insertion(_ others: [String]) -> String {
      let all = ["_pk"] + names + others + (isShared ? [SQLName.entity] : [])
      let values =
        Array(repeating: "?", count: all.count - (isShared ? 1 : 0))
        + (isShared ? [SQLName.literal(layout.entityName)] : [])
      return "INSERT INTO \(table) (\(all.joined(separator: ", "))) "
        + "VALUES (\(values.joined(separator: ", ")))"
    }
    self.insertion = insertion([])
    presetInsertion = insertion([SQLName.preset])
  }

  /// Returns the fields of a property with a column, by its present or original name.
  func fields(of property: String) -> [String] { fieldsByProperty[property] ?? [] }

  /// Returns the column that has a field.
  func column(ofField field: String) -> Column? { columns.first { $0.field == field } }

  /// Returns the entity that a field references; nil if the field is none, or one of a value.
  func destination(ofField field: String) -> ModelLayout? { destinations[field] }

  /// Returns the name of the property that has a field.
  func property(ofField field: String) -> String? { column(ofField: field)?.property.name }

  /// Returns the join table of a relationship by the relationship's name.
  func join(named property: String) -> Join? {
    joins.first { $0.relationship.property.name == property }
      ?? joins.first { $0.relationship.property.originalName == property }
  }

  /// The columns of counters.
  var counterColumns: [Column] { columns.filter { counters[$0.field] != nil } }

  /// Returns the field of the order key beside a reference.
  static func orderKey(of field: String) -> String { "\(field)$position" }
}

extension SyncedEntity.Column {
  /// The values that the column can have.
  fileprivate func form(_ described: [String: EntityDescription]) -> String {
    switch kind {
    case .orderKey: return "order key"
    case .reference:
      let destination = property.destinationLayout?.entityName ?? ""
      return "reference to \(described[destination]?.firstName ?? destination)"
    case .value:
      let type = property.column.map { "\($0.type)\($0.isNullable ? "?" : "")" } ?? ""
      let cases = property.cases.map { " " + $0.map { "\($0)" }.joined(separator: " ") } ?? ""
      return "\(type) \(property.valueType)\(cases)"
    }
  }
}

extension PropertyLayout {
  /// The value that a counter of a new object has, as its declaration says.
  fileprivate var counterStart: Int64 {
    (defaultValue as? Int).map(Int64.init) ?? defaultValue as? Int64 ?? 0
  }
}
