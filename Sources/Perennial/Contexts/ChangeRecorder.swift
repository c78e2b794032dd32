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
  /// Notes a row that a save has found for a new object, inside the transaction and before the row changes.
  func noteRow(_ row: FoundRow)
  /// Notes that a new object was written as an existing row, before the objects of the context change.
  ///
  /// - Parameters:
  ///   - model: The new object.
  ///   - held: The object that the context has of the row already; nil if it has none.
  ///   - mask: The properties that were written.
  ///   - isOwn: Returns `true` if the context's value of a property is not the one in the row.
  func noteUpsert(
    of model: any PersistentModel, to held: (any PersistentModel)?, _ mask: PropertyMask,
    isOwn: (PropertyLayout) -> Bool)
  /// Ends the notes of a save.
  func endSave()
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
