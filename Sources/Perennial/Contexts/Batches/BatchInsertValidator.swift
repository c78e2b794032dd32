/// Checks that a batch insertion can write an object: the object belongs to no context, and it has no
/// related objects that would have to be written too.
struct BatchInsertValidator {
  let graph: ObjectGraph
  /// The number of the store that is written.
  let store: Int

  /// Returns the table of a new object.
  ///
  /// - Throws: ``SwiftDataError``, which names the property that prevents the insertion.
  func admit(_ model: any PersistentModel) throws -> EntityTable {
    guard let number = graph.coordinator.index(of: type(of: model)) else {
      throw SwiftDataError.unknownSchema.because(
        "\(String(reflecting: type(of: model))) is not in the container's schema")
    }
    let table = graph.tables[number]
    if model._$header.pointee.graph != nil { throw isInContext(model, table) }
    if table.destinations.isEmpty { return table }
    for property in table.layout.properties where property.isRelationship {
      if property.isToOne {
        try check(model.toOne(property.index), property, of: table)
      } else if let members = model.members(property.index), members.count > 0 {
        throw SwiftDataError.modelValidationFailure.because(
          """
          \(table.layout.entityName).\(property.name) was given \(members.count) objects, but a batch \
          insertion writes only objects that its block returns; set the relationship afterwards, or \
          from its other side
          """)
      }
    }
    return table
  }

  private func check(
    _ state: _Storage.ToOneState, _ property: PropertyLayout, of table: EntityTable
  ) throws {
    // Of a target that was deallocated only the key is known; SQLite checks that its row exists.
    guard let target = state.model as? any PersistentModel else { return }
    let header = target._$header
    let name = "\(table.layout.entityName).\(property.name)"
    guard let home = header.pointee.table, let other = home.graph,
      other.coordinator === graph.coordinator, header.pointee.state.contains(.saved)
    else {
      throw SwiftDataError.modelValidationFailure.because(
        """
        \(name) references a \(type(of: target)) that is not saved in this container; a batch \
        insertion writes only objects that its block returns. Save that object first
        """, [target.persistentModelID])
    }
    if home.store == store { return }
    let stores = [store, home.store].map { graph.coordinator.stores[$0].configuration.name }
    throw SwiftDataError.unsupportedFeature.because(
      """
      \(name) references an object of another store (“\(stores[0])”, “\(stores[1])”). Copy the object, \
      or keep its persistentModelID in an attribute
      """, [target.persistentModelID])
  }

  private func isInContext(_ model: any PersistentModel, _ table: EntityTable) -> SwiftDataError {
    let name = table.layout.entityName
    let identifier = model.persistentModelID
    guard model._$header.pointee.belongs(to: graph) else {
      return .modelInAnotherContext.because(
        "a \(name) that belongs to another context was given to a batch insertion", [identifier])
    }
    if !model._$header.pointee.state.contains(.inserted) {
      return .modelValidationFailure.because(
        "a batch insertion was given a \(name) that the context has already", [identifier])
    }
    let related = table.layout.properties.first { property in
      guard property.isRelationship else { return false }
      return property.isToOne
        ? model.toOne(property.index).rowID != 0 : model.members(property.index)?.count ?? 0 > 0
    }
    let reason = related.map {
      ": \(name).\($0.name) is the other side of a relationship of an object there. Set \($0.name)"
    }
    return .modelValidationFailure.because(
      """
      the block of a batch insertion inserted its \(name) into the context\
      \(reason ?? ". Return it"), and do not insert it
      """, [identifier])
  }
}
