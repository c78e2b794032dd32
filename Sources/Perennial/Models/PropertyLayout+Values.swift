extension PropertyLayout {
  /// Returns the column value for a value of the property; nil for a value of another type.
  package func columnValue(_ value: Any) throws -> SQLValue? {
    func open<S: _Storage.Slot>(_ type: S.Type) throws -> SQLValue? {
      guard let value = value as? S.Value else { return nil }
      var slot = S()
      slot.initialize(value)
      return try slot._sqlValue.value
    }
    return try open(slot)
  }
}
