import Perennial
import PerennialAppleStores

/// An entity of a file, the class that takes its rows, and the properties that take their values.
struct EntityPlan {
  /// The source of a column.
  enum Source {
    /// An attribute of the file.
    case attribute(String, ValueConverter)
    /// A to-one relationship of the file.
    case reference(String, ReferencePlan)
    /// Nothing: each row has the property's default.
    case nothing
  }

  struct Column {
    let property: PropertyLayout
    let source: Source
    let fallback: Fallback
  }

  /// A to-one relationship, or an attribute with keys in a file without a description of its model.
  struct ReferencePlan {
    /// The number of the hierarchy whose objects are referenced, among those of the import.
    let hierarchy: Int
  }

  /// A to-many relationship that is read from the file's references.
  struct Links {
    let relationship: RelationshipLayout
    /// The name of the relationship in the file.
    let source: String
    /// The part of the references that is written.
    let part: Part

    enum Part {
      /// The links of a join table.
      case links
      /// The owner's order key in the links, which the other side of the relationship has inserted.
      case order
      /// The reference of the members, and their order keys.
      case members
      /// The order keys of the members.
      case memberOrder
    }
  }

  /// The entity in the file.
  let entity: StoredModel.Entity
  let target: ContainerEntity
  /// The number of the entity's hierarchy, among those of the import.
  let hierarchy: Int
  /// The sources of the columns, in the order of ``StoreEntity/columns``.
  let columns: [Column]
  let links: [Links]
  /// The to-many relationships whose references others have: the name in the file, the property, and the reason.
  let answered: [(source: String, property: String, reason: String)]
  /// The properties of the file that have none in the class.
  let propertiesLeftOut: [String]

  /// The names in the file of the properties that have digests.
  var sources: [String] {
    columns.compactMap { column in
      switch column.source {
      case .attribute(let name, _), .reference(let name, _): name
      case .nothing: nil
      }
    }
  }
}

/// The value of a property for a row without one.
enum Fallback {
  /// NULL.
  case null
  /// A value that each row has.
  case constant(SQLValue, isGiven: Bool)
  /// A default that differs each time, such as `UUID()`.
  case evaluated
  /// None: the property must have a value.
  case none

  /// Returns the fallback of a property.
  ///
  /// - Parameter filling: The value that the program gives; nil if it gives none.
  init(_ property: PropertyLayout, filling: Any?) throws {
    if let filling, let value = try property.columnValue(filling) {
      self = .constant(value, isGiven: true)
      return
    }
    if property.isToOne {
      self = property.isRequiredReference ? .none : .null
      return
    }
    switch try DeclaredDefault(of: property) {
    case .constant(let value) where value != .null: self = .constant(value, isGiven: false)
    case .changing: self = .evaluated
    default: self = property.isOptional ? .null : .none
    }
  }
}
