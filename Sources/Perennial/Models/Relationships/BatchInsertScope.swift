/// The state of a block that creates objects for a batch insertion. These objects become rows without ever
/// belonging to a context; see ``BatchInsertion``.
enum BatchInsertScope {
  /// `true` while such a block is running.
  ///
  /// Meanwhile a new object that is assigned an object of a context references it, as after an initialiser.
  /// The new object does not join the context, and the inverse of the other object is not updated.
  // The value of the task, or of the thread if there is no task. Contexts that are used elsewhere are not
  // affected.
  @TaskLocal static var isBeingMade = false
}
