/// What a block of the program is making that is to become a row without ever being of a context; see
/// ``BatchInsertion``.
enum Draft {
  /// Whether such a block is running. An object in no context that is given one of a context then
  /// leads to it, as it does from an initialiser: neither does it join the context, nor does the
  /// other object learn of it.
  // The task's, or the thread's where there is none: a context elsewhere is not concerned.
  @TaskLocal static var isBeingMade = false
}
