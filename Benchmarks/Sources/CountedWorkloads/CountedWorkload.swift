import Counting
import Foundation

/// Work whose instructions are counted.
struct CountedWorkload {
  /// The name in the table of counts.
  let name: String

  /// The description of the work, in one line.
  let title: String

  /// Makes a store at a path where no file is, and returns the work on it. Only the work is counted.
  let prepare: (URL) throws -> () throws -> Void

  init(_ name: String, _ title: String, prepare: @escaping (URL) throws -> () throws -> Void) {
    self.name = name
    self.title = title
    self.prepare = prepare
  }

  /// Does the work twice, on stores of their own, and counts the second time.
  ///
  /// The first time loads what a process loads once: metadata of types, conformances, symbols of
  /// libraries. Stores and objects that the preparation made are released after the count.
  func run(in directory: URL) throws {
    try prepare(directory.appending(path: "1.sqlite"))()
    let work = try prepare(directory.appending(path: "2.sqlite"))
    try withExtendedLifetime(work) {
      counting_start()
      defer { counting_stop() }
      try work()
    }
  }
}

/// Looks at a value where the optimiser does not see it, so that the work that made it stays.
@inline(never)
func use<Value>(_ value: borrowing Value) {}
