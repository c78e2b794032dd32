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
