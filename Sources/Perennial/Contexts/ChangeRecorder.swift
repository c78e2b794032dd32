/// The recorder of a context's changes for its undo manager, as the context sees it.
///
/// ``UndoRecorder`` implements the protocol. A context that never had an undo manager has no recorder.
protocol ChangeRecorder: AnyObject {
  /// Notes that a property is about to change.
  ///
  /// - Parameter isPartner: `true` if the property changes because another object's relationship does.
  func noteChange(_ model: any PersistentModel, _ index: Int, isPartner: Bool)
  func noteInsertion(_ model: any PersistentModel)
  /// Notes that an object is about to be deleted, before its delete rules apply.
  func noteDeletion(_ model: any PersistentModel)
  /// Runs work that cannot be undone.
  func pause(_ work: () -> Void)
  /// Registers the collected changes as one action.
  func register()
  /// The number of registered actions.
  var registrations: Int { get }
  /// Registers the collected changes, and closes the group that was opened for them.
  func endTurn()
  /// Discards the collected changes. If some of them were registered already, earlier changes cannot be
  /// undone either.
  ///
  /// - Parameter steps: The number of registrations at the beginning of the discarded changes.
  func discard(since steps: Int?)
  /// Discards all steps and collected changes: nothing so far can be undone.
  func forget()
  /// Ends the recording with the context: none of its changes can be undone.
  func end()
}
