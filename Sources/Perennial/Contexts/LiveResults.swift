/// The live queries of a context, as the context sees them. They are notified of every change to the objects
/// that the context shows.
///
/// ``LiveQueryRegistry`` implements the protocol. A context without live queries has no instance, so that a
/// write costs one test of a reference.
protocol LiveResults: AnyObject {
  /// Notes that properties of an object change in this context.
  func noteChange(of model: any PersistentModel, _ mask: PropertyMask)
  /// Notes that properties of a row change.
  func noteChange(in table: UInt16, rowID: Int64, mask: PropertyMask)
  /// Notes an object that becomes visible in this context.
  func didAppear(of model: any PersistentModel)
  /// Notes that an object is no longer marked as deleted. References to it show it again, although the
  /// referencing objects have not changed.
  func didReturn(of model: any PersistentModel)
  /// Notes an object that is no longer visible in this context.
  func didDisappear(of model: any PersistentModel)
  /// Notes a row that is no longer visible in this context.
  func didDisappear(_ table: UInt16, _ rowID: Int64)
  /// Notes a save.
  ///
  /// - Parameter isOwn: `true` for a save of this context, whose objects have the changes already.
  func collect(_ changes: ChangeSet, isOwn: Bool)
  /// Returns `true` if a change of these properties is relevant to any query.
  func isInterested(in table: UInt16, _ mask: PropertyMask) -> Bool
  /// `true` if there are changes that the queries have not processed.
  var hasUnprocessedChanges: Bool { get }
  /// Connects the observers with the saves of other contexts, or disconnects them if the context does not
  /// merge these automatically.
  func follow()
  /// Removes deallocated queries and updates the watched properties.
  func review()
  /// Updates all queries and notifies their observers.
  func bringUpToDate()
}
