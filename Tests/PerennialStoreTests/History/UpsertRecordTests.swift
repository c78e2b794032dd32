import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// The mark of new objects that have turned out to be stored ones, read by SQLite alone.
@Suite("40/11: Upserts in the history")
struct UpsertRecordTests {
  private typealias Port = Fixtures.Port

  private let directory: ScratchDirectory
  private let database: URL
  private let context: ModelContext

  init() throws {
    directory = try ScratchDirectory()
    database = directory.file("ports.store")
    context = ModelContext(
      try ModelContainer(for: Voyage.self, configurations: ModelConfiguration(url: database)))
  }

  /// The keys of the last transaction's updates, and those among them that are upserts.
  private func updates() throws -> (keys: Set<String>, upserts: Set<String>) {
    func keys(_ member: String) throws -> Set<String> {
      Set(
        try RawDatabase(database).rows(
          """
          SELECT key.value FROM _perennial_history AS h, json_each(h.changes) AS part, \
          json_each(part.value, '$.\(member)') AS key \
          WHERE h.id = (SELECT max(id) FROM _perennial_history) \
          AND part.value ->> 'kind' = 'update' AND part.value ->> 'entity' = 'Port'
          """
        ).map { $0[0] })
    }
    return (try keys("keys"), try keys("upserts"))
  }

  private func key(_ name: String) throws -> String {
    try #require(try RawDatabase(database).value("SELECT _pk FROM Port WHERE name = '\(name)'"))
  }

  @Test("An upsert is named beside the update, and an edit is not")
  func upsert() throws {
    for name in ["there", "edited", "other"] { context.insert(Port(name)) }
    try context.save()
    for port in try context.fetch(FetchDescriptor<Port>()) where port.name == "edited" {
      port.visits = 5
    }
    for name in ["there", "new"] {
      let port = Port(name)
      port.visits = 3
      context.insert(port)
    }
    try context.save()
    let (keys, upserts) = try updates()
    #expect(keys == [try key("there"), try key("edited")])
    #expect(upserts == [try key("there")])
  }

  @Test("An edit of the object later is none")
  func laterEdit() throws {
    context.insert(Port("there"))
    try context.save()
    let port = Port("there")
    context.insert(port)
    try context.save()
    port.visits = 7
    try context.save()
    let (keys, upserts) = try updates()
    #expect(keys == [try key("there")] && upserts.isEmpty)
  }

  @Test("A batch insertion marks them too")
  func batch() throws {
    context.insert(Port("there"))
    try context.save()
    try context.insert(model: Port.self, from: ["there", "new"]) { name in
      let port = Port(name)
      port.visits = 9
      return port
    }
    #expect(try updates().upserts == [try key("there")])
  }
}
