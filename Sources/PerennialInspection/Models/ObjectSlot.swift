import Perennial

/// One slot of a ``StoredObject``, with its type erased.
class ObjectSlot {
  func load(_ row: inout _Row, _ index: Int, _ mask: UInt64) {}
  func bind(_ binder: inout _Binder, _ index: Int, _ mask: UInt64) {}
  func visit<V: _SlotVisitor>(_ visitor: inout V) {}
}

final class TypedObjectSlot<Slot: _Slot>: ObjectSlot {
  // Declared as `@Model` declares it: reading a relationship loads it, which writes to the slot.
  @exclusivity(unchecked) private var slot = Slot()

  override func load(_ row: inout _Row, _ index: Int, _ mask: UInt64) {
    _load(&slot, &row, index, mask)
  }

  override func bind(_ binder: inout _Binder, _ index: Int, _ mask: UInt64) {
    _bind(slot, &binder, index, mask)
  }

  override func visit<V: _SlotVisitor>(_ visitor: inout V) { visitor.visit(&slot) }
}
