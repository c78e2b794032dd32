/// A relationship of a model: its other end, and its storage.
package final class RelationshipLayout: Sendable {
  /// The storage of a relationship's links.
  package enum Storage: Sendable {
    /// In a column of the owner's row.
    case column(String)
    /// In a column of the related rows: the column of the to-one relationship at the other end.
    case inverseColumn(String, positionColumn: String)
    /// In a join table.
    case joinTable(JoinTable)
  }

  /// A join table, as seen from one end.
  package struct JoinTable: Hashable, Sendable {
    package let name: String
    /// `true` if the relationship's owner is in the column `source`, and the related object in `target`.
    package let isSource: Bool

    /// The column with the owner's key.
    package var owner: String { isSource ? "source" : "target" }
    /// The column with the related object's key.
    package var target: String { isSource ? "target" : "source" }
    /// The column with the related object's order key in the owner's relationship.
    package var position: String { isSource ? "position" : "inverse_position" }
    /// The column with the owner's order key in the related object's relationship.
    package var inversePosition: String { isSource ? "inverse_position" : "position" }
  }

  package let property: PropertyLayout
  package let destination: ModelLayout
  /// The property at the other end, if there is one.
  package let inverse: PropertyLayout?
  /// The to-one relationship that this collection and others name as their inverse. Each collection
  /// has a join table, and the to-one relationship has its column. ``InverseMaintainer`` keeps
  /// them consistent.
  package let sharedInverse: PropertyLayout?
  /// The collections that name this to-one relationship as their inverse, if there are several.
  let sharers: [PropertyLayout]
  package let storage: Storage

  /// Creates the relationship of a property, or nil for an attribute.
  convenience init?(_ property: PropertyLayout, of owner: ModelLayout) {
    guard let destination = property.destinationLayout else { return nil }
    self.init(property, of: owner, to: destination, ResolvedInverse(of: property, in: owner))
  }

  init(
    _ property: PropertyLayout, of owner: ModelLayout, to destination: ModelLayout,
    _ resolved: ResolvedInverse
  ) {
    self.property = property
    self.destination = destination
    inverse = resolved.inverse
    sharedInverse = resolved.sharedInverse
    sharers = resolved.sharers
    let isSymmetric = inverse === property
    if let column = property.columnName, property.isToOne {
      storage = .column(column)
    } else if let inverse, inverse.isToOne, let column = inverse.columnName {
      storage = .inverseColumn(column, positionColumn: SQLName.position(of: column))
    } else if let inverse, !isSymmetric,
      (destination.entityName, inverse.name) < (owner.entityName, property.name)
    {
      let name = SQLName.joinTable(entity: destination.entityName, property: inverse.name)
      storage = .joinTable(JoinTable(name: name, isSource: false))
    } else {
      let name = SQLName.joinTable(entity: owner.entityName, property: property.name)
      storage = .joinTable(JoinTable(name: name, isSource: true))
    }
  }

  /// `true` if each link is stored twice, once for each direction, because the relationship is its
  /// own inverse.
  package var isSymmetric: Bool { inverse === property }

  /// `true` if links in a join table are attributed to the objects on this side. That is the side whose
  /// relationship names its inverse. If neither or both do, it is the source side.
  package var isLeading: Bool {
    guard case .joinTable(let join) = storage, let inverse else { return true }
    let here = property.relationship?.inverseKeyPath != nil
    let there = inverse.relationship?.inverseKeyPath != nil
    return here == there ? join.isSource : here
  }
}
