/// Work that every contender does in its own way, from the same values and to the same end.
struct Workload {
  /// A part of the work with figures of its own.
  struct Step: Sendable {
    /// What the contenders call it on their stopwatch.
    let name: String

    /// What it is, for the table.
    let title: String

    /// What Perennial promises about it.
    var bound: Bound?

    /// `false` for work that a process does once, or that is not timed: it has no noise to state.
    var isDoneAnew = true
  }

  /// What `--filter` is compared with.
  let name: String

  /// What is done, in a line.
  let title: String

  /// Who the others are compared with.
  var reference = Library.raw

  let steps: [Step]

  /// Makes the contenders, each with its database open and filled in the given directory.
  let contenders: (ScratchDirectory) throws -> [Contender]
}
