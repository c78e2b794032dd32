/// The other end of a relationship, according to its declaration and those of its destination.
struct ResolvedInverse {
  /// The property at the other end.
  private(set) var inverse: PropertyLayout?
  /// The to-one relationship that this collection and others name as their inverse.
  private(set) var sharedInverse: PropertyLayout?
  /// The collections that name this to-one relationship as their inverse, if there are several.
  private(set) var sharers: [PropertyLayout] = []

  /// Creates the result for an inverse that a file describes.
  init(described inverse: PropertyLayout?) { self.inverse = inverse }

  /// Finds the inverse that the relationship names. Otherwise finds the relationships that name it.
  /// Otherwise finds the only candidate, if the relationship is the candidate's only candidate too.
  /// Never guesses.
  ///
  /// Each end is declared by the class at the other end. A relationship that the class inherits
  /// references, or is referenced by, objects of other classes too. Between two collections an
  /// inverse is always named.
  init(of property: PropertyLayout, in owner: ModelLayout) {
    guard let destination = property.destinationLayout else { return }
    if let named = property.relationship?.inverseKeyPath {
      guard let inverse = destination.property(at: named), Self.leads(inverse, to: owner),
        destination.ownProperties.contains(where: { $0 === inverse })
      else { return }
      // An inverse that names another relationship as its own is not the inverse of this one.
      if let back = inverse.relationship?.inverseKeyPath, owner.property(at: back) !== property {
        return
      }
      let claimants = Self.claimants(of: inverse, in: destination, from: owner)
      if claimants.count == 1 {
        self.inverse = inverse
      } else if Self.canShare(inverse, claimants) {
        sharedInverse = inverse
      }
      return
    }
    let claimants = Self.claimants(of: property, in: owner, from: destination)
    if claimants.count == 1 { inverse = claimants.first }
    if Self.canShare(property, claimants) { sharers = claimants }
    guard claimants.isEmpty else { return }
    let there = Self.candidates(in: destination, leadingTo: owner, except: property)
    let here = Self.candidates(in: owner, leadingTo: destination, except: there.first)
    guard there.count == 1, here.count == 1, here.first === property,
      property.isToOne || there.first?.isToOne == true
    else { return }
    inverse = there.first
  }

  private static func leads(_ property: PropertyLayout, to layout: ModelLayout) -> Bool {
    property.destinationLayout === layout
  }

  private static func canShare(_ inverse: PropertyLayout, _ claimants: [PropertyLayout]) -> Bool {
    claimants.count > 1 && inverse.isToOne && claimants.allSatisfy(\.isToMany)
  }

  /// Returns the relationships of `other` that name `property` as their inverse.
  private static func claimants(
    of property: PropertyLayout, in layout: ModelLayout, from other: ModelLayout
  ) -> [PropertyLayout] {
    other.ownProperties.filter {
      guard let named = $0.relationship?.inverseKeyPath, leads($0, to: layout) else { return false }
      return layout.property(at: named) === property
    }
  }

  /// Returns the relationships of one model to another that no `inverse:` names.
  private static func candidates(
    in layout: ModelLayout, leadingTo other: ModelLayout, except: PropertyLayout?
  ) -> [PropertyLayout] {
    layout.ownProperties.filter { candidate in
      candidate !== except && leads(candidate, to: other)
        && candidate.relationship?.inverseKeyPath == nil
        && claimants(of: candidate, in: layout, from: other).isEmpty
    }
  }
}

// MARK: - Unresolved inverses

extension ResolvedInverse {
  /// Returns the warning that a relationship has no inverse because several relationships could be it. Returns nil if
  /// it has one, or none could be.
  ///
  /// Such a schema is valid: each of the relationships is one of its own. But a program that expects one of them to
  /// follow another reads an empty relationship.
  static func ambiguity(of property: PropertyLayout, in owner: ModelLayout) -> String? {
    guard let destination = property.destinationLayout,
      property.relationship?.inverseKeyPath == nil
    else { return nil }
    let resolved = ResolvedInverse(of: property, in: owner)
    guard resolved.inverse == nil, resolved.sharers.isEmpty,
      claimants(of: property, in: owner, from: destination).isEmpty
    else { return nil }
    // Between two collections an inverse is always named.
    let others = candidates(in: destination, leadingTo: owner, except: property)
      .filter { $0.isToOne || property.isToOne }
    guard others.count > 1 else { return nil }
    // The warning of the collection names the references, too.
    if property.isToOne,
      others.contains(where: { $0.isToMany && ambiguity(of: $0, in: destination) != nil })
    {
      return nil
    }
    let names = others.map { "\(destination.entityName).\($0.name)" }
    return """
      \(owner.entityName).\(property.name) has no inverse, because \(names.joined(separator: " and ")) could be \
      it: setting one of them does not change \(property.name). If one is the inverse, name it: \
      @Relationship(inverse: \\\(names[0])) var \(property.name)
      """
  }

  /// Returns the reason why the inverse that a relationship names is not its inverse. Returns nil
  /// if it is, or if the relationship names none.
  static func problem(of property: PropertyLayout, in owner: ModelLayout) -> String? {
    guard let named = property.relationship?.inverseKeyPath,
      let destination = property.destinationLayout
    else { return nil }
    let resolved = ResolvedInverse(of: property, in: owner)
    if resolved.inverse != nil || resolved.sharedInverse != nil { return nil }
    let name = "\(owner.entityName).\(property.name)"
    guard let inverse = destination.property(at: named) else {
      return """
        \(name) names \(named) as its inverse, which is not a stored property of \
        \(destination.entityName). Name a relationship of \(destination.entityName).
        """
    }
    let declaring = inverse.ownerName
    let inverseName = "\(declaring).\(inverse.name)"
    if inverse.owner != destination.type {
      // The inverse would have to reference objects of other classes too.
      return """
        \(name) names \(inverseName) as its inverse, which every \(declaring) has. Change its type to \
        \(declaring), or declare its inverse in \(destination.type).
        """
    }
    guard leads(inverse, to: owner) else {
      return """
        \(name) names \(inverseName) as its inverse, which does not reference \(owner.entityName). Name \
        a relationship that does, or leave “inverse:” out.
        """
    }
    if let back = inverse.relationship?.inverseKeyPath, let other = owner.property(at: back),
      other !== property
    {
      return """
        \(name) names \(inverseName) as its inverse, which names \(owner.entityName).\(other.name). \
        Leave “inverse:” out of one of them.
        """
    }
    let claimants = claimants(of: inverse, in: destination, from: owner).map {
      "\(owner.entityName).\($0.name)"
    }
    return """
      \(claimants.joined(separator: " and ")) name \(inverseName) as their inverse. Only collections can \
      share an inverse, which is a to-one relationship; leave “inverse:” out of all but one of them.
      """
  }
}
