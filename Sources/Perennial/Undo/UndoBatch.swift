/// What happened to the objects of a context between two moments, as far as it takes to bring them
/// back from the second to the first: which of them were there, and what their properties were.
struct UndoBatch {
  struct Property: Hashable {
    let model: ObjectIdentifier
    let index: Int
  }

  struct Existence {
    let model: any PersistentModel
    /// Whether the object was there at the first moment.
    let existed: Bool
  }

  struct Change {
    let model: any PersistentModel
    let property: PropertyLayout
    var before: RememberedValue
    /// For a collection in a join table: whom it has gained until the second moment.
    var gained: Set<ObjectIdentifier> = []
  }

  private(set) var existences: [Existence] = []
  /// In the order in which the properties first changed.
  private(set) var changes: [Change] = []
  private var known: [ObjectIdentifier: Bool] = [:]
  private var places: [Property: Int] = [:]

  var isEmpty: Bool { existences.isEmpty && changes.isEmpty }

  /// Whether the batch says nothing: what it made is gone again.
  var isVoid: Bool {
    changes.isEmpty && existences.allSatisfy { $0.existed == $0.model.isPresent }
  }

  // MARK: Recording

  /// An object comes.
  mutating func noteInsertion(_ model: any PersistentModel) {
    note(model, existed: false)
  }

  /// An object is about to go, with its relationships as they are.
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

  private mutating func note(_ model: any PersistentModel, existed: Bool) {
    if known[ObjectIdentifier(model)] != nil { return }
    known[ObjectIdentifier(model)] = existed
    existences.append(Existence(model: model, existed: existed))
  }

  /// A property is about to change. What it was counts the first time only.
  ///
  /// A collection that was untold at first, because its partners changed it, may be told later, when
  /// it is itself assigned to. Changes are taken back from the last to the first, so that what the
  /// partners were comes after it.
  mutating func noteChange(
    _ model: any PersistentModel, _ property: PropertyLayout, loads: Bool
  ) {
    // Who was not there had no values.
    if known[ObjectIdentifier(model)] == false { return }
    let key = Property(model: ObjectIdentifier(model), index: property.index)
    var isLate = false
    if let place = places[key] {
      guard loads, case .untold = changes[place].before else { return }
      isLate = true
    }
    let before = RememberedValue(model, property, loads: loads)
    if isLate, case .toMany(let members) = before { noteGain(of: model, property, by: members) }
    places[key] = changes.count
    changes.append(Change(model: model, property: property, before: before))
  }

  /// Members that came to a collection before it was told may have been given it themselves.
  private mutating func noteGain(
    of owner: any PersistentModel, _ property: PropertyLayout, by members: [any PersistentModel]
  ) {
    let relationship = ModelLayout.of(model: owner).relationship(property.index)
    guard let inverse = relationship?.inverse else { return }
    for member in members {
      let key = Property(model: ObjectIdentifier(member), index: inverse.index)
      if let place = places[key] { changes[place].gained.insert(ObjectIdentifier(owner)) }
    }
  }

  /// Ends the recording: compares collections with what they are now, so that taking the batch
  /// back leaves alone what others do to them later.
  mutating func finish() {
    for index in changes.indices {
      let change = changes[index]
      guard case .toMany(let members) = change.before, change.isInJoinTable else { continue }
      let former = Set(members.map { ObjectIdentifier($0) })
      let current = RelationshipUpkeep.currentMembers(of: change.model, change.property.index)
      changes[index].gained.formUnion(current.map { ObjectIdentifier($0) })
      changes[index].gained.subtract(former)
    }
  }
}

extension UndoBatch.Change {
  /// Whether the relationship's links are a matter of the two collections alone. Those of a
  /// collection whose members refer to its owner are restored by the references.
  var isInJoinTable: Bool {
    let layout = ModelLayout.of(model: model)
    guard case .joinTable = layout.relationship(property.index)?.storage else { return false }
    return true
  }
}

extension PersistentModel {
  /// Whether the object is in a context and not about to leave it.
  var isPresent: Bool { _$header.pointee.graph != nil && !isDeleted }
}
