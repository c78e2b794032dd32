/// The graph of an object, as the object's accessors and relationships use it.
///
/// ``ObjectGraph`` conforms. The protocol lies below it, so that objects do not depend on contexts.
/// Reads of loaded properties do not call it.
protocol ModelGraph: AnyObject {
  // MARK: Reading

  /// Merges the remote changes since the last call.
  func mergeRemoteChanges()
  /// Marks properties of an object to be read again on their next use.
  func markStale(_ model: any PersistentModel, _ mask: PropertyMask)
  /// Reads the stale properties of an object again.
  func reload(_ model: any PersistentModel)
  /// Registers the observers of an object for remote changes, if no executor is notified of them.
  func observeRemoteChanges(of model: any PersistentModel)
  /// `true` while a caller that can throw receives the errors of values that cannot be read.
  var throwsUnreadable: Bool { get }
  /// Records the error of a value that cannot be read, for a caller that can throw.
  func noteUnreadable(_ failure: SwiftDataError)
  /// Records the error of a call that cannot throw. The next save throws it.
  func refuse(_ error: SwiftDataError)

  // MARK: Changes

  /// Prepares an assignment by the program: performs a due autosave, merges remote changes, reloads
  /// the object if it is stale, and records the change.
  func willSet(_ model: any PersistentModel, _ index: Int)
  /// Follows the observers of an assignment that were notified. One of them may have fetched objects
  /// by the former value.
  func didNotifyObservers(of model: any PersistentModel, _ index: Int)
  /// Records that a property of an object is about to change.
  ///
  /// - Parameter isPartner: `true` if the change of another object's relationship causes this
  ///   change.
  func noteChange(of model: any PersistentModel, _ index: Int, isPartner: Bool)

  // MARK: Relationships

  /// `true` if there is a context. When it ends, collections are unloaded.
  var hasContext: Bool { get }
  /// `true` if collections may be loaded, which could form reference cycles.
  var mayHoldCircles: Bool { get set }
  /// The collections that the program is changing in place, the latest last.
  var lentCollections: [LentCollection] { get set }
  /// Inserts a new object, and the new objects that it is related to.
  func insert(_ model: any PersistentModel)
  /// Returns the object of this graph that an object of this graph can reference for an assigned
  /// object; nil if there is none. Inserts a new object.
  func admit(
    _ target: any PersistentModel, to owner: any PersistentModel, _ index: Int
  ) -> (any PersistentModel)?
  /// Returns the target of a to-one relationship, and loads it if needed.
  func target(
    of owner: any PersistentModel, property index: Int, rowID: Int64
  ) -> (any PersistentModel)?
  /// Returns the target of a to-one relationship if it is loaded.
  func liveTarget(
    of owner: any PersistentModel, property index: Int, rowID: Int64
  ) -> (any PersistentModel)?
  /// Records that the save changes a collection of a target that is not loaded.
  func touchTarget(
    of owner: any PersistentModel, property index: Int, rowID: Int64, _ inverse: PropertyLayout)
  /// Loads a to-many relationship of an object, and of other objects with it.
  func loadMembers(of owner: any PersistentModel, _ index: Int) throws
  /// Moves an object to the end of the collection that is the inverse of a to-one relationship.
  func setPlace(of model: any PersistentModel, _ property: PropertyLayout)
  /// Discards the order key that was recorded for an object.
  func forgetPlace(of model: any PersistentModel, _ index: Int)
  /// Inserts or deletes a link in a join table.
  ///
  /// - Parameters:
  ///   - exists: `true` to insert the link, `false` to delete it; nil to change its order key only.
  ///   - position: The order key at the owner's end; nil to keep it.
  func setLink(
    from owner: any PersistentModel, to target: any PersistentModel,
    in relationship: RelationshipLayout, exists: Bool?, position: Int64?)
}
