import Foundation
import PerennialRecords
import PerennialReplication
import PerennialSync
import StoreTesting
import SwiftData
import Testing

/// An app saves a new object with a unique value that a stored one has, while another device deletes the stored one.
@Suite("40/11: A new object lives, also if another device deletes the one with its unique value")
struct UpsertSyncTests {
  let hub = MemoryHub()

  /// The order of the saves and of the requests. The second device can have read before it sends.
  struct Case: CustomTestStringConvertible {
    let isUpsertEarlier: Bool
    let isUpsertFirst: Bool
    let isReadBefore: Bool

    var testDescription: String {
      """
      upsert \(isUpsertEarlier ? "earlier" : "later"), \(isUpsertFirst ? "first" : "second") on the hub, \
      \(isReadBefore ? "read before" : "at once")
      """
    }

    static let all = [true, false].flatMap { earlier in
      [true, false].flatMap { first in
        [true, false].map { Case(isUpsertEarlier: earlier, isUpsertFirst: first, isReadBefore: $0) }
      }
    }
  }

  /// Two devices with a shelf that has a jar.
  private func devices() throws -> (author: Device, cleaner: Device) {
    let devices = try (1...2).map { _ in try Device([Shelf.self, Jar.self]) }
    devices[0].context.insert(Jar("beans", on: Shelf("Pantry", colour: "red")))
    try devices[0].context.save()
    for device in devices { try device.sync(with: hub) }
    return (devices[0], devices[1])
  }

  private func insertAnew(on device: Device, colour: String = "blue") throws {
    device.context.insert(Jar("rice", on: Shelf("Pantry", colour: colour)))
    try device.context.save()
    Thread.sleep(forTimeInterval: 0.003)
  }

  private func delete(on device: Device) throws {
    for shelf in try device.all(Shelf.self) { device.context.delete(shelf) }
    try device.context.save()
    Thread.sleep(forTimeInterval: 0.003)
  }

  private func shelves(_ device: Device) throws -> [String] {
    try ModelContext(device.container).fetch(FetchDescriptor<Shelf>()).map { shelf in
      "\(shelf.name) \(shelf.colour): \(shelf.jars.map(\.label).sorted().joined(separator: ", "))"
    }
  }

  @Test("Whoever comes first, and whenever", arguments: Case.all)
  func meetings(_ example: Case) throws {
    let (author, cleaner) = try devices()
    if example.isUpsertEarlier { try insertAnew(on: author) }
    try delete(on: cleaner)
    if !example.isUpsertEarlier { try insertAnew(on: author) }
    let order = example.isUpsertFirst ? [author, cleaner] : [cleaner, author]
    try order[0].push(to: hub)
    if example.isReadBefore { try order[1].pull(from: hub) }
    try order[1].push(to: hub)
    for device in order + order { try device.sync(with: hub) }
    for device in order {
      // The deletion has taken the old jar off the shelf: that was an edit of the jar.
      let shelves = try shelves(device)
      #expect(shelves.count == 1 && shelves[0].hasPrefix("Pantry blue: "))
      #expect(shelves[0].contains("rice"))
      let conflicts = try device.storage.conflicts()
      #expect(conflicts.isEmpty, "\(conflicts)")
      #expect(try device.pending == 0)
    }
    #expect(try shelves(author) == shelves(cleaner))
  }

  @Test("The held object goes on to be the stored one")
  func heldObject() throws {
    let (author, cleaner) = try devices()
    let shelf = Shelf("Pantry", colour: "blue")
    author.context.insert(shelf)
    try author.context.save()
    try delete(on: cleaner)
    for device in [cleaner, author, cleaner] { try device.sync(with: hub) }
    shelf.colour = "green"
    try author.context.save()
    for device in [author, cleaner] { try device.sync(with: hub) }
    #expect(try cleaner.all(Shelf.self).map(\.colour) == ["green"])
  }

  @Test("A deletion that knew of the new object stays")
  func knownUpsert() throws {
    let (author, cleaner) = try devices()
    try insertAnew(on: author)
    for device in [author, cleaner] { try device.sync(with: hub) }
    try delete(on: cleaner)
    for device in [cleaner, author] { try device.sync(with: hub) }
    #expect(try shelves(author).isEmpty && shelves(cleaner).isEmpty)
  }

  @Test("An object that was merged into another one lives, if a device deletes that unknowingly")
  func mergedObject() throws {
    let (first, second) = (
      try Device([Shelf.self, Jar.self]), try Device([Shelf.self, Jar.self])
    )
    for device in [first, second] { try device.sync(with: hub) }
    first.context.insert(Shelf("Pantry", colour: "red"))
    try first.context.save()
    Thread.sleep(forTimeInterval: 0.003)
    second.context.insert(Shelf("Pantry", colour: "blue"))
    try second.context.save()
    Thread.sleep(forTimeInterval: 0.003)
    try first.sync(with: hub)
    // The second device merges its shelf into the other one. The first deletes that.
    try second.sync(with: hub)
    try delete(on: first)
    for device in [first, second, first] { try device.sync(with: hub) }
    for device in [first, second] { #expect(try shelves(device) == ["Pantry blue: "]) }
  }

  @Test("An import that inserts the same objects again sends nothing")
  func sameValues() throws {
    let (author, _) = try devices()
    author.context.insert(Shelf("Pantry", colour: "red"))
    try author.context.save()
    #expect(try author.prepareBatch() == nil)
  }
}
