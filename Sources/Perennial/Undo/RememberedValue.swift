/// The value of a property before it changed.
enum RememberedValue {
  case attribute(RememberedSlot)
  /// The key of a to-one relationship's target, 0 for none, and the target if it was loaded.
  case toOne(Int64, (any PersistentModel)?)
  /// The members of a to-many relationship, in order.
  case toMany([any PersistentModel])
  /// A collection that was not loaded when its members' references changed it. The former references of the
  /// members restore it.
  case untold
  /// The positions of deleted members in a collection that was not loaded. Their former references restore it
  /// otherwise.
  case positions([MemberPosition])
}

/// The position of an object in a stored collection that is not loaded.
struct MemberPosition {
  let member: any PersistentModel
  /// The keys of the members before it, the nearest first. If one is gone when the position is
  /// restored, the next one counts.
  let predecessors: [Int64]

  /// The most predecessors that are remembered.
  static let reach = 8
}

extension [MemberPosition] {
  /// Returns the members of a collection with these ones at their positions.
  ///
  /// A predecessor can be one of these itself. A member none of whose predecessors is left is the first.
  ///
  /// - Complexity: O(*n*) in the number of members.
  func restored(in members: [any PersistentModel]) -> [any PersistentModel] {
    func key(_ model: any PersistentModel) -> Int64 { model._$header.pointee.rowID }
    // Another object can represent the row by now.
    let there = Dictionary(first: members.map { (key($0), $0) })
    var followers: [Int64: [any PersistentModel]] = [:]
    var placed: Set<Int64> = []
    for position in self {
      guard let member = there[key(position.member.original)], placed.insert(key(member)).inserted
      else { continue }
      let predecessor = position.predecessors.first { there[$0] != nil } ?? 0
      followers[predecessor, default: []].append(member)
    }
    var result: [any PersistentModel] = []
    func follow(_ predecessor: Int64) {
      var next: [any PersistentModel] = (followers.removeValue(forKey: predecessor) ?? [])
        .reversed()
      while let member = next.popLast() {
        result.append(member)
        next += (followers.removeValue(forKey: key(member)) ?? []).reversed()
      }
    }
    follow(0)
    for member in members where !placed.contains(key(member)) {
      result.append(member)
      follow(key(member))
    }
    // Positions that were remembered at different times can contradict each other.
    for rest in followers.values { result += rest }
    return result
  }
}

/// A copy of an attribute's slot.
struct RememberedSlot {
  private let copy: SlotCopy
  /// The stored value that the property's type cannot represent, if there was one.
  private let unrepresented: SQLValue?

  init(_ model: any PersistentModel, _ property: PropertyLayout) {
    unrepresented = model._$header.pointee.extras?.unrepresented?[property.index]
    // The file of a value that is not loaded may be gone when the value is restored.
    if property.isExternal { model.retainValue(property.index) }
    copy = SlotCopy(model, property.index)
  }

  /// Restores the remembered value of the property.
  func restore(_ model: any PersistentModel, _ index: Int) {
    copy.restore(model)
    if let unrepresented { model.setUnrepresented(unrepresented, index) }
  }
}

extension RememberedValue {
  /// Copies the present value of a property.
  ///
  /// - Parameter loads: `true` if a collection that is not loaded is loaded; otherwise it stays ``untold``.
  init(_ model: any PersistentModel, _ property: PropertyLayout, loads: Bool) {
    if property.isToMany {
      guard loads || model.members(property.index) != nil else {
        self = .untold
        return
      }
      self = .toMany(InverseMaintainer.currentMembers(of: model, property.index))
    } else if property.isToOne {
      let state = model.toOne(property.index)
      let table = model._$header.pointee.graph?.destination(of: model, property.index)
      self = .toOne(
        state.rowID, state.model as? any PersistentModel ?? table?.find(state.rowID))
    } else {
      self = .attribute(RememberedSlot(model, property))
    }
  }
}
