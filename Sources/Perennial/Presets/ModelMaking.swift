import PerennialSQLite
import PerennialRuntime

/// Makes new objects of classes from the values of their columns, without their initialisers.
///
/// A statement returns the values as a row, and the class reads that row like one of a store. So each value
/// is converted like the same value in a store's column. The objects are in no context.
package final class ModelMaking {
  private let connection: Connection
  private var forms: [ObjectIdentifier: Form] = [:]

  /// The properties of a class and the statement for its rows, reused for all objects of the class.
  private struct Form {
    /// The properties that have columns, in a row of the statement, stored or not.
    let columns: [PropertyLayout]
    let ephemeral: [PropertyLayout]
    let statement: Statement
  }

  /// - Throws: ``SwiftDataError/storeFailure`` if SQLite has no memory.
  package init() throws {
    connection = try Connection(path: ":memory:", isShared: false)
  }

  /// A property with an invalid value, and the reason.
  package struct Refusal {
    package let property: PropertyLayout
    package let reason: String
  }

  /// Makes an object.
  ///
  /// - Parameters:
  ///   - layout: The layout of the object's class.
  ///   - values: For each property, by its index, the value of its column; null for a relationship. An
  ///     optional to-many relationship has 1 for a collection.
  /// - Returns: The object, or the invalid values.
  /// - Throws: ``SwiftDataError/unsupportedFeature`` for a class that cannot be made.
  package func model(
    _ layout: ModelLayout, _ values: [SQLValue]
  ) throws -> (model: (any PersistentModel)?, refusals: [Refusal]) {
    let form = try form(layout)
    var values = values
    var refusals: [Refusal] = []
    while true {
      let (model, failure) = try read(layout.type, form, values)
      guard let failure else { return (refusals.isEmpty ? model : nil, refusals) }
      // A row reports its first invalid value only. That value is replaced by null to find the next one.
      guard form.columns.indices.contains(Int(failure.column)),
        values[form.columns[Int(failure.column)].index] != .null
      else { throw failure.error }
      let property = form.columns[Int(failure.column)]
      refusals.append(Refusal(property: property, reason: failure.error.explanation))
      values[property.index] = .null
    }
  }

  private func form(_ layout: ModelLayout) throws -> Form {
    if let form = forms[ObjectIdentifier(layout)] { return form }
    let columns = layout.properties.filter { $0.slotColumns > 0 }
    let marks = columns.isEmpty ? "NULL" : columns.map { _ in "?" }.joined(separator: ", ")
    let form = Form(
      columns: columns,
      ephemeral: layout.properties.filter { !$0.isRelationship && $0.column == nil },
      statement: try connection.statement("SELECT \(marks)"))
    forms[ObjectIdentifier(layout)] = form
    return form
  }

  private func read(
    _ type: any PersistentModel.Type, _ form: Form, _ values: [SQLValue]
  ) throws -> (any PersistentModel, RowFailure?) {
    let statement = form.statement
    defer { statement.reset() }
    var binder = _Storage.Binder(statement)
    for property in form.columns { binder.bind(exactly: values[property.index]) }
    if let failure = binder.failure { throw failure.error }
    guard sqlite3_step(statement.pointer) == SQLITE_ROW else { throw connection.error }
    var row = _Storage.Row(statement.pointer)
    let model = try make(type, &row)
    for property in form.ephemeral { model.setDefault(property) }
    return (model, row.failure?.all.first)
  }

  private func make<Model: PersistentModel>(
    _ type: Model.Type, _ row: inout _Storage.Row
  ) throws -> any PersistentModel {
    guard Model._$canEmplace else {
      if let model = Model._$make(&row) { return model }
      throw SwiftDataError.unsupportedFeature.because("\(type) cannot be created from a row")
    }
    guard let memory = perennial_allocate_object(unsafeBitCast(type, to: UnsafeRawPointer.self))
    else { throw SwiftDataError.storeFailure.because("the memory is exhausted for a \(type)") }
    let object = Unmanaged<Model>.fromOpaque(memory)
    object._withUnsafeGuaranteedRef { model in
      model._$header.initialize(to: _Model.Header())
      model._$emplace(&row)
    }
    return object.takeRetainedValue()
  }
}

extension PersistentModel {
  /// Sets the target of a to-one relationship of an object that is in no context.
  package func refer(_ property: PropertyLayout, to model: any PersistentModel) {
    setToOne(property.index, _Storage.ToOneState(model))
  }

  /// Sets the members of a to-many relationship of an object that is in no context.
  package func refer(_ property: PropertyLayout, to models: [any PersistentModel]) {
    setMembers(property.index, models)
  }

  /// Returns `true` if a to-one relationship has a target.
  package func hasReference(_ property: PropertyLayout) -> Bool {
    toOne(property.index).rowID != 0
  }
}
