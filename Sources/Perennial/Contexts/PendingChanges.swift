/// What a context has to save: its objects that are new, changed or deleted, in that order of
/// events, and the links that were made and cut.
///
/// These objects are held strongly until they are saved or rolled back.
struct PendingChanges {
  /// A link of a many-to-many relationship, by its table and the keys in it.
  struct Link: Hashable {
    let table: String
    let source: Int64
    let target: Int64
  }

  struct LinkChange {
    /// Whether the link is there after the save; nil if only its place changes, where it is.
    var exists: Bool?
    /// New places in the orders of both ends; nil to keep what is there.
    var position: Int64?
    var inversePosition: Int64?
  }

  /// The to-many relationship of one object.
  struct Collection: Hashable {
    let table: UInt16
    let rowID: Int64
    let property: Int
  }

  var inserted: [any PersistentModel] = []
  var changed: [any PersistentModel] = []
  var deleted: [any PersistentModel] = []
  /// Whether an object may be in a list twice: one that moved on and came back.
  var mayRepeat = false
  var links: [Link: LinkChange] = [:]
  /// New places of stored objects in collections whose members are otherwise as stored.
  var places: [Collection: Int64] = [:]
  /// Collections of objects that this context does not hold, which its changes affect.
  var touched: Set<Collection> = []
  /// What properties were before they were changed, by the object's key and the property's index,
  /// where the merge policy asks.
  var snapshots: [Int64: [Int: SQLValue]] = [:]
  /// The objects in the lists by class and value, once a fetch has asked. It follows what is put
  /// behind the ends of the lists; a change of another kind has to set it to nil.
  var index: PendingIndex?
  /// What was asked of the context where it could not throw; the next save does.
  var refusals: [SwiftDataError] = []

  var isEmpty: Bool {
    !hasModels && links.isEmpty && places.isEmpty && refusals.isEmpty
  }

  var hasModels: Bool {
    inserted.contains { $0._$header.pointee.state.contains(.inserted) }
      || changed.contains { $0._$header.pointee.state.contains(.changed) }
      || deleted.contains { $0._$header.pointee.state.contains(.deleted) }
  }

  /// The objects whose state still says what their list does: an object may have moved on.
  var insertedModels: [any PersistentModel] { models(inserted, .inserted) }
  var changedModels: [any PersistentModel] { models(changed, .changed) }
  var deletedModels: [any PersistentModel] { models(deleted, .deleted) }

  private func models(
    _ list: [any PersistentModel], _ state: ModelState
  ) -> [any PersistentModel] {
    let models = list.filter { $0._$header.pointee.state.contains(state) }
    if !mayRepeat { return models }
    var seen: Set<ObjectIdentifier> = []
    return models.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Leaves one of each in the lists, and nobody who has moved on.
  mutating func tidy() {
    if !mayRepeat { return }
    (inserted, changed, deleted) = (insertedModels, changedModels, deletedModels)
    index = nil
    mayRepeat = false
  }
}
