public import Foundation

extension RecordState {
  /// Returns the state with other values in edits, at the same stamps.
  package func replacingValues(
    _ transform: (_ field: String, _ edit: FieldEdit<Value>) throws -> Value
  ) rethrows -> RecordState {
    var state = self
    for (field, edit) in edits {
      let value = try transform(field, edit)
      guard value != edit.value else { continue }
      state.edits[field] = FieldEdit(stamp: edit.stamp, value: value, base: edit.base)
    }
    return state
  }

  /// Removes the edits of fields.
  package mutating func removeEdits(of fields: some Sequence<String>) {
    for field in fields { edits[field] = nil }
  }
}

extension RecordValue {
  /// The encrypted form that the value is; nil for a value that can be read.
  public var sealed: Data? { if case .sealed(let data) = self { data } else { nil } }
}
