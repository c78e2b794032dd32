/// The unsaved changes of a context: its new, changed and deleted objects in the order of their changes,
/// and the inserted and deleted links.
///
/// The objects are held strongly until they are saved or rolled back.
struct PendingChanges {
  var inserted: [any PersistentModel] = []
  var changed: [any PersistentModel] = []
  var deleted: [any PersistentModel] = []
  /// `true` if a list may contain an object twice, because the object left its state and returned to it.
  var mayRepeat = false
  /// The number of changed objects that were left when ``forgetFormerlyChanged()`` last looked.
  private var rest = 0
  var links: [Link: LinkChange] = [:]
  /// New order keys of stored objects in collections whose members are otherwise unchanged.
  var orderKeys: [ObjectCollection: Int64] = [:]
  /// The collections of objects that this context does not hold, if its changes affect these collections.
  var touched: Set<ObjectCollection> = []
  /// The original values of changed properties, by the object's key and the property's index. Empty unless
  /// the merge policy needs them.
  var snapshots: [Int64: [Int: SQLValue]] = [:]
  /// The objects that pending deletions have deleted too, by the key of the object that was deleted first.
  var cascades: [Int64: [CascadedObject]] = [:]
  /// The keys of objects that were in ``cascades`` and were inserted or deleted by themselves since.
  var separated: Set<Int64> = []
  /// The order of the assignments to objects with unique values.
  var order = AssignmentOrder()
  /// The objects in the lists by class and value; nil until a fetch needs them. The index follows objects
  /// that are appended to the lists. Any other change of the lists has to set it to nil.
  var index: PendingIndex?
  /// The errors of calls that could not throw; the next save throws them.
  var refusals: [SwiftDataError] = []

  var isEmpty: Bool {
    !hasModels && links.isEmpty && orderKeys.isEmpty && refusals.isEmpty
  }

  var hasModels: Bool {
    inserted.contains { $0._$header.pointee.state.contains(.inserted) }
      || changed.contains { $0._$header.pointee.state.contains(.changed) }
      || deleted.contains { $0._$header.pointee.state.contains(.deleted) }
  }

  /// The new objects, without those in the list whose state has changed since.
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

  /// Removes objects from the list of changed ones that have been deleted since, once they are more than half of it.
  ///
  /// - Complexity: O(1) for each object that was added to the list.
  mutating func forgetFormerlyChanged() {
    guard changed.count > 2 * rest + 64 else { return }
    let remaining = changed.filter { $0._$header.pointee.state.contains(.changed) }
    if remaining.count < changed.count {
      changed = remaining
      index = nil
    }
    rest = remaining.count
  }

  /// Removes duplicates from the lists, and objects whose state has changed since.
  mutating func tidy() {
    if !mayRepeat { return }
    (inserted, changed, deleted) = (insertedModels, changedModels, deletedModels)
    index = nil
    mayRepeat = false
  }
}
