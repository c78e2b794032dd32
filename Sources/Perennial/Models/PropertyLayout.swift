/// A persisted property of a model: its name, its storage and its relationship.
package final class PropertyLayout: @unchecked Sendable {
  // Sendable: every stored property is a constant, except `resolvedDestination`, which is set once; the key
  // path captures nothing mutable.

  package enum Kind {
    case attribute
    case toOne(any PersistentModel.Type)
    case toMany(any PersistentModel.Type)
  }

  /// The model that declares the property. Its subclasses have the property too. A placeholder if the
  /// layout was made from a description.
  package let owner: any PersistentModel.Type
  /// The name of the entity that declares the property.
  package let ownerName: String
  /// The property's index among those of its model, and of every model that inherits it.
  package let index: Int
  package let name: String
  package let originalName: String
  /// The property's key path from its owner; a placeholder if the layout was made from a description.
  package let keyPath: AnyKeyPath
  package let kind: Kind
  /// The type that reads and writes the property's column.
  package let slot: any _Storage.Slot.Type
  package let isOptional: Bool
  package let valueType: any Any.Type
  package let defaultValue: Any?
  package let attribute: Schema.Attribute?
  package let relationship: Schema.Relationship?
  /// The property's column in its entity's table; nil for a to-many relationship and for an
  /// ephemeral attribute.
  package let columnName: String?
  package let column: _Storage.ColumnType?
  /// `true` if SQL compares the column as Swift compares the value.
  let isComparable: Bool
  package let isJSON: Bool
  /// `true` if values may be in files beside the store.
  package let isExternal: Bool
  /// The values that the column has for the cases of an enumeration; nil for other types.
  package let cases: [SQLValue]?
  /// The form of the values that a file describes; nil for a property of a class.
  let recordedForm: ValueDescription?
  /// The number of columns that the slot reads and binds, stored or not: 1 or 0.
  let slotColumns: Int32
  private let resolvedDestination = LazyReference<ModelLayout>()

  /// Creates the layout of a property.
  ///
  /// - Parameters:
  ///   - columnName: The name of the column, if the property has one.
  ///   - recordedForm: The form of the values that a file describes; nil for a property of a class.
  ///   - recordedCases: The values of an enumeration's cases that a file records.
  init(
    index: Int, of owner: any PersistentModel.Type, named ownerName: String,
    metadata: Schema.PropertyMetadata, slot slotType: any _Storage.Slot.Type, columnName: String,
    recordedForm: ValueDescription? = nil, recordedCases: [SQLValue]? = nil
  ) {
    let slot = slotType._description
    self.owner = owner
    self.ownerName = ownerName
    self.index = index
    self.slot = slotType
    self.recordedForm = recordedForm
    name = metadata.name
    keyPath = metadata.keypath
    isOptional = slot.isOptional
    valueType = slot.valueType
    defaultValue = metadata.defaultValue
    isComparable = slot.isComparable
    isJSON = slot.isJSON
    isExternal = slot.isExternal
    slotColumns = slot.column == nil ? 0 : 1
    var isStored = true
    switch slot.kind {
    case .attribute:
      kind = .attribute
      attribute = metadata.metadata as? Schema.Attribute
      relationship = nil
      originalName = attribute.flatMap { $0.originalName.isEmpty ? nil : $0.originalName } ?? name
      isStored = attribute?.options.contains(.ephemeral) != true
    case .toOne(let type), .toMany(let type):
      if case .toOne = slot.kind { kind = .toOne(type) } else { kind = .toMany(type) }
      attribute = nil
      relationship = metadata.metadata as? Schema.Relationship
      originalName =
        relationship.flatMap { $0.originalName.isEmpty ? nil : $0.originalName } ?? name
    }
    column = isStored ? slot.column : nil
    let isPlain = slot.isComparable && !slot.isJSON && !slot.isExternal && column != nil
    cases = recordedCases ?? (isPlain ? Self.cases(of: slot.wrappedType) : nil)
    self.columnName = column == nil ? nil : columnName
  }

  package var isRelationship: Bool {
    if case .attribute = kind { false } else { true }
  }

  /// `true` if the store has the property. It does not have ephemeral attributes.
  package var isStored: Bool { isRelationship || column != nil }

  package var isToMany: Bool {
    if case .toMany = kind { true } else { false }
  }

  package var isToOne: Bool {
    if case .toOne = kind { true } else { false }
  }

  /// `true` if the property is a to-one relationship that must have a target.
  package var isRequiredReference: Bool {
    isToOne && (!isOptional || (relationship?.minimumModelCount ?? 0) > 0)
  }

  /// `true` if the property is a to-many relationship with a limit for the number of its members.
  package var limitsMembers: Bool {
    isToMany
      && ((relationship?.minimumModelCount ?? 0) > 0 || (relationship?.maximumModelCount ?? 0) > 0)
  }

  /// The type of the values that are not nil.
  package var wrappedType: any Any.Type {
    (valueType as? any OptionalValue.Type)?.wrappedType ?? valueType
  }

  /// The layout at the other end of a relationship; nil for an attribute.
  package var destinationLayout: ModelLayout? {
    if let known = resolvedDestination.object { return known }
    return destination.map { resolvedDestination.setIfNil(ModelLayout.of($0)) }
  }

  /// Sets the layout at the other end, for a property of a layout that was made from a description.
  func reference(_ destination: ModelLayout) {
    _ = resolvedDestination.setIfNil(destination)
  }

  /// The model at the other end of a relationship; a placeholder if the layout was made from a
  /// description. See ``destinationLayout``.
  package var destination: (any PersistentModel.Type)? {
    switch kind {
    case .attribute: nil
    case .toOne(let type), .toMany(let type): type
    }
  }

  /// `true` if NULL in the column represents a value that is not nil (see `Double`).
  var nullMeansNaN: Bool {
    column?.type == .real && column?.isNullable == true && !isOptional
  }

  /// `true` if full-text search finds the value: it is a text, and declared to be searchable.
  var isSearched: Bool {
    attribute?.options.contains(.spotlight) == true && column?.type == .text && !isJSON
  }

  /// `true` if sync adds up what all devices have added to the value.
  package var isCounter: Bool { attribute?.options.contains(.counter) == true }

  /// `true` if a copy of the value in a cloud may be encrypted.
  package var allowsCloudEncryption: Bool {
    attribute?.options.contains(.allowsCloudEncryption) == true
  }

  var isTransformable: Bool { attribute?.isTransformable == true }
  package var deleteRule: Schema.Relationship.DeleteRule { relationship?.deleteRule ?? .nullify }
  package var mask: PropertyMask { PropertyMask(property: index) }
}

extension Sequence<PropertyLayout> {
  /// The mask of all these properties.
  var mask: PropertyMask { reduce([]) { $0.union($1.mask) } }
}

// MARK: - Values

extension PropertyLayout {
  /// The value that a property reads in place of a stored one that its type cannot represent.
  enum Substitute {
    case absence
    case declaredDefault
  }

  /// The substitute of the property; nil if there is none.
  var substitute: Substitute? {
    if isOptional { return .absence }
    return defaultValue == nil ? nil : .declaredDefault
  }

  /// Returns the column value for a value of the property; nil for a value of another type.
  package func columnValue(_ value: Any) throws -> SQLValue? {
    func open<S: _Storage.Slot>(_ type: S.Type) throws -> SQLValue? {
      try S(holding: value)?._sqlValue.value
    }
    return try open(slot)
  }

  /// Returns the column values for the cases of a type. Returns nil if the type does not list its
  /// cases, or has raw values other than texts and integers.
  static func cases(of type: any Any.Type) -> [SQLValue]? {
    func rawValues<Value: CaseIterable & RawRepresentable>(_ type: Value.Type) -> [SQLValue?] {
      type.allCases.map { ($0.rawValue as? any _Storage.ColumnValue)?._sqlValue.value }
    }
    guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
    let cases = rawValues(type)
    if cases.isEmpty { return nil }
    let areListed = cases.allSatisfy { value in
      switch value {
      case .integer: true
      // A literal ends at U+0000.
      case .text(let text): !text.utf8.contains(0)
      case .null, .real, .blob, nil: false
      }
    }
    return areListed ? cases.compactMap(\.self) : nil
  }
}
