/// The changes to the objects of a context between two moments, as far as needed to restore the first: the
/// objects that existed, and their properties' values.
struct UndoBatch {
  struct Property: Hashable {
    let model: ObjectIdentifier
    let index: Int
  }

  struct Existence {
    let model: any PersistentModel
    /// `true` if the object existed at the first moment.
    let existed: Bool
    /// The insertion, if the object was inserted.
    var insertion: Insertion?
  }

  /// The insertion of an object, and what its save has found.
  final class Insertion {
    let model: any PersistentModel
    /// The row that the object was written as; nil if it got a row of its own.
    var formerRow: FormerRow?

    init(_ model: any PersistentModel) { self.model = model }
  }

  struct Change {
    var model: any PersistentModel
    let property: PropertyLayout
    var before: RememberedValue
    /// For a collection in a join table: the members that were added until the second moment.
    var gained: Set<ObjectIdentifier> = []
  }

  private(set) var existences: [Existence] = []
  /// In the order of the properties' first changes.
  private(set) var changes: [Change] = []
  private var known: [ObjectIdentifier: Bool] = [:]
  private var indices: [Property: Int] = [:]

  var isEmpty: Bool { existences.isEmpty && changes.isEmpty }

  /// `true` if the batch has no effect: its inserted objects were deleted again.
  var isVoid: Bool {
    changes.isEmpty && existences.allSatisfy { $0.existed == $0.model.isPresent }
  }

  // MARK: Recording

  /// Notes that an object is inserted.
  ///
  /// - Returns: The insertion; nil if the batch has the object already.
  mutating func noteInsertion(_ model: any PersistentModel) -> Insertion? {
    if known[ObjectIdentifier(model)] != nil { return nil }
    let insertion = Insertion(model)
    note(model, existed: false, insertion)
    return insertion
  }

  /// Notes that an object is about to be deleted, with the present values of its relationships.
  mutating func noteDeletion(_ model: any PersistentModel, _ layout: ModelLayout) {
    note(model, existed: true)
    for property in layout.properties {
      if property.isRelationship {
        noteChange(model, property, loads: true)
      } else if property.isExternal {
        model.retainValue(property.index)
      }
    }
  }

  private mutating func note(
    _ model: any PersistentModel, existed: Bool, _ insertion: Insertion? = nil
  ) {
    if known[ObjectIdentifier(model)] != nil { return }
    known[ObjectIdentifier(model)] = existed
    existences.append(Existence(model: model, existed: existed, insertion: insertion))
  }

  /// Notes that a property is about to change. Only the value before the first change counts.
  ///
  /// A collection that its members' references have changed is ``RememberedValue/untold`` at first. Its value
  /// may be added later, when the collection itself is assigned. Changes are undone from the last to the
  /// first, so that the former references of the members are restored after it.
  mutating func noteChange(
    _ model: any PersistentModel, _ property: PropertyLayout, loads: Bool
  ) {
    // An object that did not exist had no values.
    if known[ObjectIdentifier(model)] == false { return }
    let key = Property(model: ObjectIdentifier(model), index: property.index)
    var isLate = false
    if let index = indices[key] {
      guard loads else { return }
      switch changes[index].before {
      case .untold, .positions: isLate = true
      case .attribute, .toOne, .toMany: return
      }
    }
    let before = RememberedValue(model, property, loads: loads)
    if isLate, case .toMany(let members) = before { noteGain(of: model, property, by: members) }
    indices[key] = changes.count
    changes.append(Change(model: model, property: property, before: before))
  }

  /// Notes the position of an object that is about to be deleted in a collection that is not loaded.
  mutating func notePosition(
    _ position: MemberPosition, in owner: any PersistentModel, _ property: PropertyLayout
  ) {
    if known[ObjectIdentifier(owner)] == false { return }
    let key = Property(model: ObjectIdentifier(owner), index: property.index)
    guard let index = indices[key] else {
      indices[key] = changes.count
      return changes.append(
        Change(model: owner, property: property, before: .positions([position])))
    }
    switch changes[index].before {
    case .untold: changes[index].before = .positions([position])
    case .positions(let others): changes[index].before = .positions(others + [position])
    case .attribute, .toOne, .toMany: return
    }
  }

  /// Notes members that were added to a collection before its value was recorded: they may have been assigned
  /// on their own side.
  private mutating func noteGain(
    of owner: any PersistentModel, _ property: PropertyLayout, by members: [any PersistentModel]
  ) {
    let relationship = ModelLayout.of(model: owner).relationship(property.index)
    guard let inverse = relationship?.inverse else { return }
    for member in members {
      let key = Property(model: ObjectIdentifier(member), index: inverse.index)
      if let index = indices[key] { changes[index].gained.insert(ObjectIdentifier(owner)) }
    }
  }

  /// Ends the recording. Compares collections with their present members, so that undoing the batch does not
  /// revert later changes by other contexts.
  mutating func finish() {
    for index in changes.indices {
      let change = changes[index]
      guard case .toMany(let members) = change.before, change.isInJoinTable else { continue }
      let former = Set(members.map { ObjectIdentifier($0) })
      let current = InverseMaintainer.currentMembers(of: change.model, change.property.index)
      changes[index].gained.formUnion(current.map { ObjectIdentifier($0) })
      changes[index].gained.subtract(former)
    }
  }
}

extension UndoBatch.Change {
  /// `true` if the relationship is stored in a join table. A collection whose members reference its owner is
  /// restored by these references.
  var isInJoinTable: Bool {
    let layout = ModelLayout.of(model: model)
    guard case .joinTable = layout.relationship(property.index)?.storage else { return false }
    return true
  }
}

extension PersistentModel {
  /// The identities of the object and of its aliases.
  var identities: [ObjectIdentifier] {
    let aliases = _$header.pointee.extras?.aliases.compactMap(\.object) ?? []
    return [ObjectIdentifier(self)]
      + aliases.flatMap { ($0 as? any PersistentModel)?.identities ?? [] }
  }

  /// `true` if the object is in a context and not marked as deleted.
  var isPresent: Bool { _$header.pointee.graph != nil && !isDeleted }
}
