import Foundation
import StoreTesting
import SwiftData

@testable import Fixtures

/// A suite whose tests use a store of ledger entries, in a directory of their own.
protocol LedgerSuite {
  var directory: ScratchDirectory { get }
}

extension LedgerSuite {
  typealias Entry = LedgerV1.Entry
  typealias Line = LedgerV1.Line

  var url: URL { directory.file("ledger.store") }

  func open(_ url: URL? = nil, allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Entry.self,
      configurations: ModelConfiguration(url: url ?? self.url, allowsSave: allowsSave)
    )
  }

  /// A file with some hundred pages of entries.
  @discardableResult
  func fill(_ count: Int = 200) throws -> [PersistentIdentifier] {
    let context = ModelContext(try open())
    var entries: [Entry] = []
    for number in 0..<count {
      let entry = Entry(title: "Entry \(number)")
      entry.place.name = String(repeating: "x", count: 1000)
      entry.lines = [Line(text: "one"), Line(text: "two")]
      context.insert(entry)
      entries.append(entry)
    }
    try context.save()
    return entries.map(\.persistentModelID)
  }
}
