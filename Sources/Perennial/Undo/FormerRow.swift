/// The former values of a row that a new object was written as (an upsert).
///
/// The undo of the insertion restores them, instead of deleting the row.
final class FormerRow {
  private enum Value {
    /// An attribute, and its value as SQL; nil if the value may be in a file.
    case attribute(RememberedSlot, SQLValue?)
    /// The key of a to-one relationship's target; 0 if there was none.
    case toOne(Int64)
    /// The keys of a to-many relationship's members, in order, and of those that the new object has added.
    case toMany([Int64], added: Set<Int64>)
  }

  private var values: [(property: PropertyLayout, value: Value)] = []

  /// Creates a row of which no value is known.
  init() {}

  /// Reads the row by a graph of its own, so that the objects of the context stay as they are.
  ///
  /// - Parameter new: The new object.
  init(_ row: FoundRow, of new: any PersistentModel, by graph: ObjectGraph) throws {
    let table = graph.tables[row.entity.number]
    let loaded = try graph.reader.load(table, rowIDs: [row.existing], including: .leftOut)
    withExtendedLifetime(loaded) {
      if let model = table.find(row.existing) { add(model, new) }
    }
  }

  /// Adds the present values of an object.
  ///
  /// - Parameters:
  ///   - new: The new object. Only the collections to which it adds members are restored.
  ///   - isOwn: Returns `true` if the property is to be added.
  private func add(
    _ model: any PersistentModel, _ new: any PersistentModel,
    where isOwn: (PropertyLayout) -> Bool = { _ in true }
  ) {
    let layout = ModelLayout.of(model: model)
    for property in layout.properties where isOwn(property) {
      guard let value = value(of: property, model, new) else { continue }
      values.removeAll { $0.property === property }
      values.append((property, value))
    }
  }

  private func value(
    of property: PropertyLayout, _ model: any PersistentModel, _ new: any PersistentModel
  ) -> Value? {
    if property.isToOne { return .toOne(model.toOne(property.index).rowID) }
    if property.isToMany {
      let added = new.members(property.index)?.erased.map { $0._$header.pointee.rowID } ?? []
      if added.isEmpty { return nil }
      let members = InverseMaintainer.currentMembers(of: model, property.index)
      return .toMany(members.map { $0._$header.pointee.rowID }, added: Set(added))
    }
    if property.slotColumns == 0 { return nil }
    return .attribute(
      RememberedSlot(model, property), property.isExternal ? nil : try? model.sqlValue(property))
  }

  /// Completes the values after the row was written.
  ///
  /// - Parameters:
  ///   - new: The new object.
  ///   - held: The object that the context has of the row already.
  ///   - mask: The properties that were written. The other ones have not changed.
  ///   - isOwn: Returns `true` if the context's value of a property is not the one in the row.
  func complete(
    _ new: any PersistentModel, held: (any PersistentModel)?, mask: PropertyMask,
    isOwn: (PropertyLayout) -> Bool
  ) {
    if let held {
      add(held, new) { property in
        guard isOwn(property) else { return false }
        return !property.isToMany || !values.contains { $0.property === property }
      }
    }
    values.removeAll { !$0.property.isToMany && !mask.contains(property: $0.property.index) }
  }

  // MARK: Undo

  /// Returns the changes that restore the row.
  ///
  /// - Parameter model: The object that represents the row.
  func changes(of model: any PersistentModel, in graph: ObjectGraph) -> [UndoBatch.Change] {
    guard model._$header.pointee.belongs(to: graph), model.isPresent else { return [] }
    InverseMaintainer.bringUpToDate(model)
    return values.compactMap { property, value in
      switch value {
      case .attribute(let slot, let stored):
        if let stored, stored == (try? model.sqlValue(property)) { return nil }
        return UndoBatch.Change(model: model, property: property, before: .attribute(slot))
      case .toOne(let rowID):
        return UndoBatch.Change(model: model, property: property, before: .toOne(rowID, nil))
      case .toMany(let rowIDs, let added):
        return change(of: model, property: property, rowIDs: rowIDs, added: added, in: graph)
      }
    }
  }

  private func change(
    of model: any PersistentModel, property: PropertyLayout, rowIDs: [Int64],
    added: Set<Int64>, in graph: ObjectGraph
  ) -> UndoBatch.Change? {
    guard let table = graph.destination(of: model, property.index) else { return nil }
    do {
      let loaded = try graph.reader.load(table, rowIDs: rowIDs, including: .leftOut)
      return withExtendedLifetime(loaded) {
        let gained = InverseMaintainer.currentMembers(of: model, property.index).filter {
          let rowID = $0._$header.pointee.rowID
          return added.contains(rowID) && !rowIDs.contains(rowID)
        }
        return UndoBatch.Change(
          model: model, property: property, before: .toMany(rowIDs.compactMap(table.find)),
          gained: Set(gained.map { ObjectIdentifier($0) }))
      }
    } catch {
      Log.undo.error("the members of \(property.name) cannot be restored: \(error)")
      return nil
    }
  }
}
