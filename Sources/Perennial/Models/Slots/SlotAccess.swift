// Access to an object's slots by property index, for the parts of the framework that treat all
// models alike.

private struct ToOneReader: _Storage.SlotVisitor {
  var state = _Storage.ToOneState.none
  mutating func visit<S: _Storage.Slot>(_ slot: inout S) { state = slot._toOne ?? .none }
}

private struct ToOneWriter: _Storage.SlotVisitor {
  let state: _Storage.ToOneState
  mutating func visit<S: _Storage.Slot>(_ slot: inout S) { slot._toOne = state }
}

private struct ToManyReader: _Storage.SlotVisitor {
  var state: _Storage.ToManyState?
  mutating func visit<S: _Storage.Slot>(_ slot: inout S) { state = slot._toMany }
}

private struct ToManyWriter: _Storage.SlotVisitor {
  let state: _Storage.ToManyState
  mutating func visit<S: _Storage.Slot>(_ slot: inout S) { slot._toMany = state }
}

private struct MembersWriter: _Storage.SlotVisitor {
  let models: [AnyObject]
  mutating func visit<S: _Storage.Slot>(_ slot: inout S) { slot._setMembers(models) }
}

private struct SQLValueReader: _Storage.SlotVisitor {
  var value = Result<SQLValue, any Error>.success(.null)
  mutating func visit<S: _Storage.Slot>(_ slot: inout S) {
    value = Result { try slot._sqlValue.value }
  }
}

private struct Retainer: _Storage.SlotVisitor {
  mutating func visit<S: _Storage.Slot>(_ slot: inout S) { slot._retain() }
}

private struct ValueWriter: _Storage.SlotVisitor {
  let value: Any?
  mutating func visit<S: _Storage.Slot>(_ slot: inout S) {
    if let value = value as? S.Value { slot.initialize(value) }
  }
}

extension PersistentModel {
  /// Sets an optional property to nil.
  func setNil(_ property: PropertyLayout) {
    var writer = ValueWriter(value: nil)
    _$visit(property.index, &writer)
  }

  /// Sets a property to its declared default.
  func setDefault(_ property: PropertyLayout) {
    var writer = ValueWriter(value: property.defaultValue)
    _$visit(property.index, &writer)
  }

  func toOne(_ index: Int) -> _Storage.ToOneState {
    var reader = ToOneReader()
    _$visit(index, &reader)
    return reader.state
  }

  func setToOne(_ index: Int, _ state: _Storage.ToOneState) {
    var writer = ToOneWriter(state: state)
    _$visit(index, &writer)
  }

  /// The loaded objects of a to-many relationship; nil while they are not loaded.
  func members(_ index: Int) -> ToManyCache? { toMany(index)?.models }

  func toMany(_ index: Int) -> _Storage.ToManyState? {
    var reader = ToManyReader()
    _$visit(index, &reader)
    return reader.state
  }

  func setToMany(_ index: Int, _ state: _Storage.ToManyState) {
    var writer = ToManyWriter(state: state)
    _$visit(index, &writer)
  }

  func setMembers(_ index: Int, _ models: [AnyObject]) {
    var writer = MembersWriter(models: models)
    _$visit(index, &writer)
  }

  /// Unloads a to-many relationship. The next read loads it again.
  func unloadMembers(_ index: Int) {
    guard members(index) != nil else { return }
    setToMany(index, _Storage.ToManyState(models: nil))
  }

  /// Loads a value that is not in the object's row, before its file is removed.
  func retainValue(_ index: Int) {
    var retainer = Retainer()
    _$visit(index, &retainer)
  }

  /// Returns the value of a stored property as SQLite holds it. If the property's type cannot
  /// represent the stored value, returns the stored value, and not the one that the property reads
  /// as.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if the value cannot be encoded.
  func sqlValue(_ property: PropertyLayout) throws -> SQLValue {
    if let stored = _$header.pointee.extras?.unrepresented?[property.index] { return stored }
    return try readSQLValue(property)
  }

  /// Returns the value that the property reads as SQL: the substitute of one that cannot be represented.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure``.
  func readSQLValue(_ property: PropertyLayout) throws -> SQLValue {
    var reader = SQLValueReader()
    _$visit(property.index, &reader)
    do {
      return try reader.value.get()
    } catch {
      let reason = (error as? SwiftDataError)?.explanation ?? "\(error)"
      throw SwiftDataError.modelValidationFailure.because(
        "\(ModelLayout.of(model: self).entityName).\(property.name): \(reason)",
        [persistentModelID])
    }
  }
}
