import Foundation
import Perennial
import PerennialInspection

/// A store that cannot be opened, and what can be done.
struct StoreProblem: Error {
  let path: String
  let diagnosis: StoreDiagnosis
  /// The error that the opening has thrown.
  let details: String

  init(url: URL, error: any Error) {
    path = url.path
    diagnosis = StoreDiagnosis(url, patience: StudioStore.patience)
    details = (error as? SwiftDataError)?.explanation ?? "\(error)"
  }

  var heading: String {
    switch diagnosis {
    case .missing: "The file does not exist"
    case .directory: "The path is that of a directory"
    case .unreadable: "The file cannot be read"
    case .empty: "The file is empty"
    case .notDatabase: "The file is not a database"
    case .locked: "The file is locked"
    case .damaged: "The file is damaged"
    case .otherProgram: "The database is not a Perennial store"
    case .newerFormat(let format): "The store has the newer format \(format)"
    case .other: "The store cannot be opened"
    }
  }

  /// Sentences that tell what can be done.
  var advice: [String] {
    switch diagnosis {
    case .missing:
      [
        "Check the path. If a program is about to create the store, this page shows it when it exists.",
        "If the file was moved, start the studio with its new path.",
      ]
    case .directory:
      [
        "A store is a file. A backup is a directory: start the studio with a file in it, such as 1.store."
      ]
    case .unreadable: ["Give your user the permission to read the file, then load this page again."]
    case .empty: ["The program has not saved yet. Load this page again after its first save."]
    case .notDatabase:
      [
        "Check the path: a store begins with the words “SQLite format 3”.",
        "If the file is encrypted, decrypt a copy of it with its own program.",
      ]
    case .locked:
      ["Another process has locked the file. End its transaction, then load this page again."]
    case .damaged:
      [
        "List the backups with “perennial backup \(path) --list”, and restore one with “perennial restore”.",
        "Find the damage with “perennial verify \(path)”.",
      ]
    case .otherProgram:
      ["The database has none of the tables of a Perennial store. Open it with its own program."]
    case .newerFormat:
      ["Update perennial, then start the studio again. The file was left unchanged."]
    case .other: ["Find the problem with “perennial verify \(path)”."]
    }
  }
}
