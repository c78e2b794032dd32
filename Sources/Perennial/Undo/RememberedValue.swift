/// What a property was before it changed.
enum RememberedValue {
  case attribute(RememberedSlot)
  /// The key of the object that a to-one relationship led to, 0 for none, and the object if it was
  /// there.
  case toOne(Int64, (any PersistentModel)?)
  /// The members of a to-many relationship, in order.
  case toMany([any PersistentModel])
  /// A collection that was not loaded when its partners changed it. What they were tells all.
  case untold
}

/// A copy of an attribute's slot.
struct RememberedSlot {
  private struct Reader: _SlotVisitor {
    var write: ((any PersistentModel, Int) -> Void)?

    mutating func visit<S: _Slot>(_ slot: inout S) {
      let copy = slot
      copy._retain()
      write = { model, index in
        var writer = Writer(copy: copy)
        model._$visit(index, &writer)
      }
    }
  }

  private struct Writer<Copy: _Slot>: _SlotVisitor {
    let copy: Copy
    mutating func visit<S: _Slot>(_ slot: inout S) {
      if let copy = copy as? S { slot = copy }
    }
  }

  private let write: ((any PersistentModel, Int) -> Void)?
  /// The stored value that the property's type cannot represent, if there was one.
  private let unrepresented: SQLValue?

  init(_ model: any PersistentModel, _ index: Int) {
    unrepresented = model._$header.pointee.extras?.unrepresented?[index]
    var reader = Reader()
    model._$visit(index, &reader)
    write = reader.write
  }

  /// Gives the property the value that it had.
  func restore(_ model: any PersistentModel, _ index: Int) {
    write?(model, index)
    if let unrepresented { model.setUnrepresented(unrepresented, index) }
  }
}

extension RememberedValue {
  /// The value of a property now.
  ///
  /// - Parameter loads: Whether a collection that is not loaded is; else it stays untold.
  init(_ model: any PersistentModel, _ property: PropertyLayout, loads: Bool) {
    if property.isToMany {
      guard loads || model.members(property.index) != nil else {
        self = .untold
        return
      }
      self = .toMany(RelationshipUpkeep.currentMembers(of: model, property.index))
    } else if property.isToOne {
      let state = model.toOne(property.index)
      let table = model._$header.pointee.graph?.destination(of: model, property.index)
      self = .toOne(
        state.rowID, state.model as? any PersistentModel ?? table?.find(state.rowID))
    } else {
      self = .attribute(RememberedSlot(model, property.index))
    }
  }
}
