import Perennial

/// One slot of a ``StoredObject``, with its type erased.
class ObjectSlot {
  func load(_ row: inout _Storage.Row, _ index: Int, _ mask: UInt64) {}
  func bind(_ binder: inout _Storage.Binder, _ index: Int, _ mask: UInt64) {}
  func visit<V: _Storage.SlotVisitor>(_ visitor: inout V) {}
}

final class TypedObjectSlot<Slot: _Storage.Slot>: ObjectSlot {
  // Declared as `@Model` declares it: reading a relationship loads it, which writes to the slot.
  @exclusivity(unchecked) private var slot = Slot()

  override func load(_ row: inout _Storage.Row, _ index: Int, _ mask: UInt64) {
    _Storage.load(&slot, &row, index, mask)
  }

  override func bind(_ binder: inout _Storage.Binder, _ index: Int, _ mask: UInt64) {
    _Storage.bind(slot, &binder, index, mask)
  }

  override func visit<V: _Storage.SlotVisitor>(_ visitor: inout V) { visitor.visit(&slot) }
}
