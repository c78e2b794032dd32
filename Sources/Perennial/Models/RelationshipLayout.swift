/// One relationship of a model: its other end, and where the store keeps it.
package final class RelationshipLayout: Sendable {
  /// Where the store keeps the links of a relationship.
  package enum Storage: Sendable {
    /// In a column of the owner's row.
    case column(String)
    /// In a column of the related rows, which is the to-one relationship's at the other end.
    case inverseColumn(String, positionColumn: String)
    /// In a table of pairs.
    case joinTable(JoinTable)
  }

  /// A table of pairs, as seen from one end.
  package struct JoinTable: Hashable, Sendable {
    package let name: String
    /// The column with the owner's key.
    package let owner: String
    /// The column with the related object's key.
    package let target: String
    /// The column with the related object's place in the owner's order.
    package let position: String
    /// The column with the owner's place in the related object's order.
    package let inversePosition: String
  }

  package let property: PropertyLayout
  package let destination: ModelLayout
  /// The property at the other end, if there is one.
  package let inverse: PropertyLayout?
  package let storage: Storage

  init?(_ property: PropertyLayout, of owner: ModelLayout) {
    guard let type = property.destination else { return nil }
    self.property = property
    destination = ModelLayout.of(type)
    inverse = Self.inverse(of: property, in: owner)
    let isSymmetric = inverse === property
    if let column = property.columnName, property.isToOne {
      storage = .column(column)
    } else if let inverse, inverse.isToOne, let column = inverse.columnName {
      storage = .inverseColumn(column, positionColumn: SQLName.position(of: column))
    } else if let inverse, !isSymmetric,
      (destination.entityName, inverse.name) < (owner.entityName, property.name)
    {
      storage = .joinTable(
        JoinTable(
          name: SQLName.joinTable(entity: destination.entityName, property: inverse.name),
          owner: "target", target: "source",
          position: "inverse_position", inversePosition: "position"))
    } else {
      storage = .joinTable(
        JoinTable(
          name: SQLName.joinTable(entity: owner.entityName, property: property.name),
          owner: "source", target: "target",
          position: "position", inversePosition: "inverse_position"))
    }
  }

  /// Whether each link is kept twice, once for each direction: a relationship that is its own
  /// inverse.
  package var isSymmetric: Bool { inverse === property }
}

// MARK: - Finding the inverse

extension RelationshipLayout {
  /// The inverse of a relationship: the one that it names; or else the one that names it; or else
  /// the only candidate, if it is its only candidate too. Never a guess.
  ///
  /// Both ends are declared by the class at the other one. What that class inherits leads to, or
  /// from, objects of other classes too.
  ///
  /// Where several relationships name the same inverse, the first of them has it.
  private static func inverse(of property: PropertyLayout, in owner: ModelLayout) -> PropertyLayout?
  {
    guard let type = property.destination else { return nil }
    let destination = ModelLayout.of(type)
    if let named = property.relationship?.inverseKeyPath {
      guard let inverse = destination.property(at: named), leads(inverse, to: owner),
        destination.ownProperties.contains(where: { $0 === inverse })
      else { return nil }
      // An inverse that names another relationship as its own is not this one's.
      if let back = inverse.relationship?.inverseKeyPath, owner.property(at: back) !== property {
        return nil
      }
      return claimant(of: inverse, in: destination, from: owner) === property ? inverse : nil
    }
    if let claimant = claimant(of: property, in: owner, from: destination) { return claimant }
    let there = candidates(in: destination, leadingTo: owner, except: property)
    let here = candidates(in: owner, leadingTo: destination, except: there.first)
    guard there.count == 1, here.count == 1, here.first === property else { return nil }
    return there.first
  }

  private static func leads(_ property: PropertyLayout, to layout: ModelLayout) -> Bool {
    property.destination.map { ObjectIdentifier($0) == ObjectIdentifier(layout.type) } ?? false
  }

  /// The first relationship of `other` that names `property` as its inverse.
  private static func claimant(
    of property: PropertyLayout, in layout: ModelLayout, from other: ModelLayout
  ) -> PropertyLayout? {
    other.ownProperties.first {
      guard let named = $0.relationship?.inverseKeyPath, leads($0, to: layout) else { return false }
      return layout.property(at: named) === property
    }
  }

  /// The relationships of one model to another that no `inverse:` speaks of.
  private static func candidates(
    in layout: ModelLayout, leadingTo other: ModelLayout, except: PropertyLayout?
  ) -> [PropertyLayout] {
    layout.ownProperties.filter { candidate in
      candidate !== except && leads(candidate, to: other)
        && candidate.relationship?.inverseKeyPath == nil
        && claimant(of: candidate, in: layout, from: other) == nil
    }
  }
}
