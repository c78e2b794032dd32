import Foundation
import Perennial

/// Edits the objects of a store, without the program to which the store belongs.
///
/// ```swift
/// let editor = try StoreEditor(InspectedStore(url))
/// let step = try editor.update(
///   "Recipe", key: 34, [FieldInput(name: "title", from: "Soup", to: "Minestrone")])
/// try editor.revert(step)
/// ```
///
/// Each edit is one transaction. Delete rules, inverse relationships, unique values, the edited fields of presets,
/// full-text search and the history follow, as in the program. Programs that have the store open see the changes.
public struct StoreEditor {
  /// The author of the edits in the history of the store.
  public var author = "editor"
  private let store: InspectedStore
  private let container: ModelContainer

  /// Opens the store of an inspected store for writing.
  ///
  /// - Throws: `SwiftDataError.unsupportedFeature` if the models cannot be recreated from their descriptions in
  ///   the file; `SwiftDataError.loadIssueModelContainer` if the store cannot be opened.
  public init(_ store: InspectedStore) throws {
    self.store = store
    container = try StoreModels(of: store).container()
  }

  /// Changes properties of an object.
  ///
  /// - Returns: The edit. It is empty if the object has the values already.
  /// - Throws: ``EditError`` if a text is not a value of its property, if the property has another value than the
  ///   form had, if a referenced object does not exist, or if a value is not unique; ``InspectionError`` if there is
  ///   no such entity; `SwiftDataError.readOnlyStore`, `storeFailure`.
  public func update(
    _ entity: String, key: Int64, _ edits: [FieldInput]
  ) throws -> EditStep {
    let shape = try store.shape(ofEntity: entity)
    let changed = edits.filter { $0.text != $0.former }
    let values = try values(changed, shape)
    let edit = try run { editor in
      let target = try editor.entity(named: entity)
      guard let present = try editor.values(of: key, target) else {
        throw EditError(reason: "\(entity) \(key) does not exist any more")
      }
      var problems: [String: String] = [:]
      for edit in changed {
        guard let field = shape.field(edit.name),
          let property = target.layout.property(named: edit.name)
        else { continue }
        let stored = present.columns[property.index] ?? .null
        let value = field.readableValue(.success(stored), in: store.database)
        let text = Field.text(of: value)?.withPlainLineEnds
        if text == edit.former { continue }
        problems[edit.name] =
          "Another program has changed the value to \(text.map { "“\($0)”" } ?? "nil")"
      }
      if !problems.isEmpty { throw EditError(fields: problems) }
      let row = try row(values, of: target, editor)
      if !row.columns.isEmpty { try editor.update(key, of: target, row) }
    }
    return step(edit, of: entity, key: key)
  }

  /// Creates an object. Properties without a text are nil.
  ///
  /// ```swift
  /// let step = try editor.insert("Tag", [FieldInput(name: "name", to: "Quick")])
  /// print("The new tag has the key \(step.key).")
  /// ```
  ///
  /// - Throws: ``EditError``, as for ``update(_:key:_:)``, and if a property needs a value.
  public func insert(_ entity: String, _ edits: [FieldInput]) throws -> EditStep {
    let shape = try store.shape(ofEntity: entity)
    let given = Set(edits.map(\.name))
    let missing = shape.properties.filter { !given.contains($0.name) }
    let values = try values(
      edits + missing.map { FieldInput(name: $0.name, to: nil) }, shape)
    var key: Int64 = 0
    let edit = try run { editor in
      let target = try editor.entity(named: entity)
      key = try editor.insert(target, try row(values, of: target, editor))
    }
    return step(edit, of: entity, key: key)
  }

  /// Deletes an object, and the objects that its delete rules cascade to.
  ///
  /// ```swift
  /// let preview = try editor.previewDeletion(of: "Recipe", key: 34)
  /// print("\(preview.deleted.flatMap(\.keys).count) other objects would be deleted.")
  /// let step = try editor.delete("Recipe", key: 34)
  /// ```
  ///
  /// - Throws: ``EditError`` if the object does not exist, or a delete rule forbids the deletion;
  ///   ``InspectionError``; `SwiftDataError.readOnlyStore`, `storeFailure`.
  public func delete(_ entity: String, key: Int64) throws -> EditStep {
    step(try runDeletion(of: entity, key: key, isDryRun: false), of: entity, key: key)
  }

  /// Finds what ``delete(_:key:)`` would change, in a transaction that is rolled back.
  ///
  /// - Throws: As ``delete(_:key:)``.
  public func previewDeletion(of entity: String, key: Int64) throws -> DeletionPreview {
    DeletionPreview(
      try runDeletion(of: entity, key: key, isDryRun: true), of: entity, key: key)
  }

  /// Reverts an edit. The result can be reverted too.
  ///
  /// ```swift
  /// let step = try editor.delete("Recipe", key: 34)
  /// try editor.revert(step)
  /// ```
  ///
  /// - Throws: ``EditError`` if other edits have changed the same values meanwhile, or if the store was migrated or
  ///   replaced by another one.
  public func revert(_ step: EditStep) throws -> EditStep {
    guard step.origin == EditStep.Origin(store) else {
      throw EditError(
        reason:
          "\(store.url.path) was migrated or replaced since the edit, which cannot be reverted any more"
      )
    }
    return self.step(try run { try $0.revert(step.edit) }, of: step.entity, key: step.key)
  }

  // MARK: Running

  private func step(_ edit: RowEdit, of entity: String, key: Int64) -> EditStep {
    EditStep(edit: edit, origin: EditStep.Origin(store), entity: entity, key: key)
  }

  private func runDeletion(of entity: String, key: Int64, isDryRun: Bool) throws -> RowEdit {
    _ = try store.shape(ofEntity: entity)
    return try run(isDryRun: isDryRun) { editor in
      let target = try editor.entity(named: entity)
      guard try editor.hasObject(key, of: target) else {
        throw EditError(reason: "\(entity) \(key) does not exist any more")
      }
      try editor.delete([([key], target)])
    }
  }

  private func run(
    isDryRun: Bool = false, _ body: (RowEditor) throws -> Void
  ) throws -> RowEdit {
    do {
      return try container.editRows(author: author, isDryRun: isDryRun, body)
    } catch let error as SwiftDataError
      where error == .modelValidationFailure || error == .mergeConflict
    {
      throw EditError(reason: error.explanation)
    }
  }

  /// Returns the values for the texts of a form, by property.
  private func values(_ edits: [FieldInput], _ shape: RowShape) throws -> [String: SQLValue] {
    var (values, problems): ([String: SQLValue], [String: String]) = ([:], [:])
    for edit in edits {
      guard let field = shape.field(edit.name) else {
        throw InspectionError(
          .unknownProperty, "\(shape.entity) has no editable property “\(edit.name)”")
      }
      do {
        values[edit.name] = try field.rowValue(of: edit.text)
      } catch let issue as ImportIssue {
        problems[edit.name] = issue.reason
      }
    }
    if !problems.isEmpty { throw EditError(fields: problems) }
    return values
  }

  /// Returns the values by the indices of their properties, and checks that referenced objects exist.
  private func row(
    _ values: [String: SQLValue], of entity: ContainerEntity, _ editor: RowEditor
  ) throws -> RowValues {
    var (row, problems) = (RowValues(), [String: String]())
    for (name, value) in values {
      guard let property = entity.layout.property(named: name) else { continue }
      row.columns[property.index] = value
      guard case .integer(let key) = value,
        let destination = editor.entities.destination(of: property, in: entity),
        try !editor.hasObject(key, of: destination)
      else { continue }
      problems[name] = "\(destination.layout.entityName) \(key) does not exist"
    }
    if !problems.isEmpty { throw EditError(fields: problems) }
    return row
  }
}

extension RowShape {
  /// Returns the field of a property; nil if the entity has no such property in its table.
  fileprivate func field(_ name: String) -> Field? { properties.last { $0.name == name } }
}
