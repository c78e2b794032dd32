/// Work that every contender does in its own way, from the same values and to the same end.
struct Workload {
  /// A part of the work with figures of its own.
  struct Step: Sendable {
    /// The name of the step on the contenders' stopwatches.
    let name: String

    /// The description of the step in the table.
    let title: String

    /// Perennial's promise about the step.
    var bound: Bound?

    /// `false` for work that a process does once, or that is not timed: it has no noise to state.
    var isDoneAnew = true
  }

  /// The name that `--filter` is compared with.
  let name: String

  /// The description of the work, in one line.
  let title: String

  /// The library that the others are compared with.
  var reference = Library.raw

  let steps: [Step]

  /// Makes the contenders, each with its database open and filled in the given directory.
  let contenders: (ScratchDirectory) throws -> [Contender]
}
