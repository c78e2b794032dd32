/// A copy of one slot of an object, which can be put back.
struct SlotCopy {
  private struct Reader: _Storage.SlotVisitor {
    var write: ((any PersistentModel, Int) -> Void)?

    mutating func visit<S: _Storage.Slot>(_ slot: inout S) {
      let copy = slot
      write = { model, index in
        var writer = Writer(copy: copy)
        model._$visit(index, &writer)
      }
    }
  }

  private struct Writer<Copy: _Storage.Slot>: _Storage.SlotVisitor {
    let copy: Copy
    mutating func visit<S: _Storage.Slot>(_ slot: inout S) {
      if let copy = copy as? S { slot = copy }
    }
  }

  private let index: Int
  private let write: ((any PersistentModel, Int) -> Void)?

  /// Copies the slot of a property.
  init(_ model: any PersistentModel, _ index: Int) {
    self.index = index
    var reader = Reader()
    model._$visit(index, &reader)
    write = reader.write
  }

  /// Replaces the slot of the same property by the copy.
  func restore(_ model: any PersistentModel) { write?(model, index) }
}
