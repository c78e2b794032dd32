/// The state of a preset in the store: its name and its edited fields.
package struct PresetRow {
  /// The catalog and the ID, with a slash between them.
  package let preset: String
  /// The fields that the user has written, saved or not. Fields without a value in the catalog are not
  /// included.
  package let editedFields: Set<String>
}

extension ModelContext {
  /// Returns the preset state of an object, including this context's own changes; nil if the object isn't a
  /// preset. Observers are notified when any property changes.
  ///
  /// - Throws: ``SwiftDataError/storeFailure``.
  package func presetRow(of model: some PersistentModel) throws -> PresetRow? {
    graph.mergeRemoteChanges()
    let header = model._$header
    model.observePresetState()
    guard header.pointee.rowID < 0, let table = header.pointee.table, table.graph === graph else {
      return nil
    }
    let connection = try graph.reader.connection(table.store)
    return try connection.exclusively {
      guard try PresetTables.concern(table.layout.tableName, on: connection) else { return nil }
      let records = try CatalogRecord.all(on: connection)
      let key = header.pointee.rowID
      let linked = try PresetLinkEdits.all(of: table, key: key, on: connection)[key] ?? []
      return try connection.first(
        """
        SELECT \(SQLName.preset) \
        FROM \(SQLName.quoted(table.layout.tableName)) \
        WHERE _pk = ? AND \(SQLName.preset) IS NOT NULL
        """, [.integer(key)]
      ) { row in
        let mark = try PresetMetadata(
          row.string(), of: "\(table.layout.entityName) \(key)", in: connection)
        var written = linked.union(mark.stamps.cells.keys)
        let dirty = header.pointee.dirty
        for property in table.layout.properties
        where dirty.contains(property: property.index) && table.layout.isOfRow(property) {
          written.insert(property.name)
        }
        return PresetRow(
          preset: mark.name,
          editedFields: records.edits(written, of: mark.name, table.layout.entityName))
      }
    }
  }

  /// Returns the keys of a model's presets with edited fields, as saved.
  package func editedPresetKeys(of type: any PersistentModel.Type) throws -> Set<Int64> {
    graph.mergeRemoteChanges()
    let table = try graph.table(of: type)
    let connection = try graph.reader.connection(table.store)
    return try connection.exclusively {
      guard try PresetTables.concern(table.layout.tableName, on: connection) else { return [] }
      let records = try CatalogRecord.all(on: connection)
      let linked = try PresetLinkEdits.all(of: table, on: connection)
      var keys: Set<Int64> = []
      try connection.rows(
        """
        SELECT _pk, \(SQLName.preset) \
        FROM \(SQLName.quoted(table.layout.tableName)) \
        WHERE _pk < 0 AND \(SQLName.preset) IS NOT NULL AND \
        (\(PresetMetadata.isStamped(SQLName.preset)) OR _pk IN (SELECT value FROM json_each(?)))
        """, [.keys(linked.keys)]
      ) { row in
        let key = row.int64()
        let mark = try PresetMetadata(
          row.string(), of: "\(table.layout.entityName) \(key)", in: connection)
        let written = (linked[key] ?? []).union(mark.stamps.cells.keys)
        if !records.edits(written, of: mark.name, table.layout.entityName).isEmpty {
          keys.insert(key)
        }
      }
      return keys
    }
  }
}

extension PersistentModel {
  /// Makes observers depend on all properties: they are notified when any property changes.
  package func observePresetState() {
    for property in ModelLayout.of(model: self).properties {
      func open<Owner: PersistentModel, Value>(_ owner: Owner.Type, _ value: Value.Type) {
        guard let keyPath = property.keyPath as? KeyPath<Owner, Value>, let model = self as? Owner
        else { return }
        _Model.access(model, keyPath)
      }
      func open<Owner: PersistentModel>(_ owner: Owner.Type) {
        func inner<Value>(_ value: Value.Type) { open(owner, value) }
        _openExistential(property.valueType, do: inner)
      }
      open(property.owner)
    }
  }

  /// The object's key; nil if the object isn't a preset.
  package var presetKey: Int64? {
    let rowID = _$header.pointee.rowID
    return rowID < 0 ? rowID : nil
  }
}

extension ModelLayout {
  /// Returns `true` if a change of the property counts as an edit of a preset. These are attributes, to-one
  /// relationships, and the many-to-many relationships that lead their join table; see
  /// ``RelationshipLayout/isLeading``.
  fileprivate func isOfRow(_ property: PropertyLayout) -> Bool {
    guard property.isToMany else { return true }
    guard let relationship = relationship(property.index), relationship.isLeading else {
      return false
    }
    if case .joinTable = relationship.storage { return true }
    return false
  }
}
