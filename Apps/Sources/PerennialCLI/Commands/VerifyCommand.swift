import ArgumentParser
import Foundation
import PerennialInspection
import ReadableText

struct VerifyCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check a store for damage.",
    discussion: """
      Checks the pages of the file, references, the descriptions of entities, the type of each value, the \
      cases of enumerations, the agreement of inverse relationships, the files of external storage, and \
      the history. Nothing is repaired. Ends with status 65 if a value is not one of the recorded cases of \
      its enumeration, also if the case belongs to another version of the program. Ends with status 1 for \
      other problems.

      EXAMPLES
        perennial verify book.store
        perennial verify book.store --json | jq .problems
      """)

  @OptionGroup var store: StoreArgument

  @Flag(help: "Print JSON.")
  var json = false

  func perform() throws {
    let store = try store.open()
    let bar = ProgressBar("Verifying")
    defer { bar.end() }
    let verification = try store.verify(progress: bar.update)
    bar.end()
    if json {
      try Console.print(json: verification)
    } else {
      show(verification, of: store)
    }
    if verification.counts[Verification.Problem.Kind.unknownCase.rawValue] != nil {
      throw ExitStatus.damaged.code
    }
    if !verification.isSound { throw ExitStatus.found.code }
  }

  private func show(_ verification: Verification, of store: InspectedStore) {
    let rows = "\(verification.rows.of("row")) checked"
    if verification.isSound { return Console.print("\(store.url.path) is sound: \(rows)") }
    let count = verification.counts.values.reduce(0, +)
    Console.print("\(store.url.path) has \(count.of("problem")): \(rows)")
    for problem in verification.problems {
      Console.print("  \(problem.kind.rawValue): \(problem.description)")
    }
    let hidden = count - verification.problems.count
    if hidden > 0 { Console.print("  and \(hidden.grouped) more") }
  }
}
