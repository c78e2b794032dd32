import Foundation
import PerennialRecords
import PerennialReplication
import PerennialSync
import StoreTesting
import SwiftData
import Testing

@Suite("The order of many-to-many relationships, on two devices")
struct LinkOrderSyncTests {
  let hub = MemoryHub()

  private func exchange(_ devices: Device...) throws {
    for _ in 1...2 {
      for device in devices { try device.sync(with: hub) }
    }
  }

  /// Returns two devices with a recipe that has these tags, in this order.
  private func devices(_ names: String...) throws -> (Device, Device) {
    let (first, second) = (try Device(), try Device())
    let recipe = Recipe("pasta")
    first.context.insert(recipe)
    let tags = names.sorted().map { Tag($0) }
    for tag in tags { first.context.insert(tag) }
    recipe.tags = names.compactMap { name in tags.first { $0.name == name } }
    try first.context.save()
    try exchange(first, second)
    return (first, second)
  }

  private func tag(_ name: String, on device: Device) throws -> Tag {
    try #require(device.all(Tag.self).first { $0.name == name })
  }

  private func recipe(_ title: String = "pasta", on device: Device) throws -> Recipe {
    try #require(device.all(Recipe.self).first { $0.title == title })
  }

  /// Gives the recipe these tags, in this order.
  private func assign(_ names: String..., on device: Device) throws {
    let recipe = try recipe(on: device)
    recipe.tags = try names.map { try tag($0, on: device) }
    try device.context.save()
    Thread.sleep(forTimeInterval: 0.003)
  }

  private func tags(_ device: Device) throws -> String {
    let recipes = try ModelContext(device.container).fetch(FetchDescriptor<Recipe>())
    return recipes.first { $0.title == "pasta" }?.tags.map(\.name).joined() ?? "-"
  }

  private func recipes(of name: String, _ device: Device) throws -> [String] {
    let tags = try ModelContext(device.container).fetch(FetchDescriptor<Tag>())
    return tags.first { $0.name == name }?.recipes.map(\.title) ?? []
  }

  private func isSettled(_ devices: Device...) throws -> Bool {
    try devices.allSatisfy { try $0.pending == 0 && $0.dump() == devices[0].dump() }
  }

  @Test("An object arrives with its links in their order")
  func insertion() throws {
    let (first, second) = try devices("c", "a", "b")
    #expect(try tags(first) == "cab" && tags(second) == "cab")
    #expect(try isSettled(first, second))
  }

  @Test("Another order arrives, and only the order keys are sent")
  func reordering() throws {
    let (first, second) = try devices("a", "b", "c")
    try assign("c", "b", "a", on: first)
    let batch = try #require(try first.storage.transaction { try $0.nextBatch() })
    #expect(batch.request.records.count == 1)
    let state = try #require(batch.request.records.first).state
    #expect(state.edits.isEmpty && state.links["tags"]?.edits.count == 3)
    for edit in state.links["tags"]?.edits.values.map({ $0 }) ?? [] {
      #expect(edit.additions.isEmpty && edit.order != nil && edit.inverseOrder == nil)
    }
    try exchange(first, second)
    #expect(try tags(first) == "cba" && tags(second) == "cba")
    #expect(try isSettled(first, second))
  }

  @Test("Of two orders, the later stays", arguments: [true, false])
  func concurrent(isFirstSentFirst: Bool) throws {
    let (first, second) = try devices("a", "b", "c")
    try assign("c", "a", "b", on: first)
    try assign("b", "c", "a", on: second)
    if isFirstSentFirst {
      try exchange(first, second)
    } else {
      try exchange(second, first)
    }
    #expect(try tags(first) == "bca" && tags(second) == "bca")
    #expect(try isSettled(first, second))
  }

  @Test("Both devices insert a member in the middle: all are kept, in one order")
  func insertionInTheMiddle() throws {
    let (first, second) = try devices("a", "b")
    for (device, name) in [(first, "x"), (second, "y")] {
      device.context.insert(Tag(name))
      try assign("a", name, "b", on: device)
    }
    try exchange(first, second)
    // Each device has moved only the member behind its own. Both members stay between the others.
    #expect(try tags(first) == "axyb" && tags(second) == "axyb")
    #expect(try isSettled(first, second))
  }

  @Test("Each end has an order of its own: both changes stay")
  func bothEnds() throws {
    let (first, second) = try devices("a", "b")
    for title in ["soup", "cake"] {
      let other = Recipe(title)
      first.context.insert(other)
      other.tags = [try tag("a", on: first)]
      try first.context.save()
    }
    try exchange(first, second)
    #expect(try recipes(of: "a", second) == ["pasta", "soup", "cake"])
    try assign("b", "a", on: first)
    let shared = try tag("a", on: second)
    shared.recipes = ["cake", "pasta", "soup"].compactMap { title in
      shared.recipes.first { $0.title == title }
    }
    try second.context.save()
    try exchange(first, second)
    for device in [first, second] {
      #expect(try tags(device) == "ba")
      #expect(try recipes(of: "a", device) == ["cake", "pasta", "soup"])
    }
    #expect(try isSettled(first, second))
  }

  @Test("A member that is removed and added again is the last one, on both devices")
  func addedAgain() throws {
    let (first, second) = try devices("a", "b", "c")
    try assign("b", "c", on: first)
    try exchange(first, second)
    #expect(try tags(second) == "bc")
    try assign("b", "c", "a", on: first)
    try exchange(first, second)
    #expect(try tags(first) == "bca" && tags(second) == "bca")
    #expect(try isSettled(first, second))
  }

  @Test("A move is not an addition: a member that the other device has removed does not return")
  func movedAndRemoved() throws {
    let (first, second) = try devices("a", "b", "c")
    try assign("c", "b", "a", on: first)
    try assign("a", "c", on: second)
    try exchange(first, second)
    #expect(try tags(first) == "ca" && tags(second) == "ca")
    #expect(try isSettled(first, second))
  }

  @Test("A moved member keeps its links to other objects, and their order")
  func otherLinks() throws {
    let (first, second) = try devices("a", "b")
    let other = Recipe("soup")
    first.context.insert(other)
    other.tags = [try tag("b", on: first), try tag("a", on: first)]
    try first.context.save()
    try exchange(first, second)
    try assign("b", "a", on: second)
    try exchange(first, second)
    for device in [first, second] {
      #expect(try tags(device) == "ba")
      let soup = try ModelContext(device.container).fetch(FetchDescriptor<Recipe>())
        .first { $0.title == "soup" }
      #expect(soup?.tags.map(\.name) == ["b", "a"])
      #expect(try recipes(of: "a", device) == ["pasta", "soup"])
    }
    #expect(try isSettled(first, second))
  }

  @Test("A request whose answer is lost is sent again as it was")
  func lostAnswer() throws {
    let (first, second) = try devices("a", "b")
    try assign("b", "a", on: first)
    let batch = try #require(try first.storage.transaction { try $0.nextBatch() })
    _ = try hub.push(batch.request)
    #expect(try first.storage.transaction { try $0.nextBatch() }?.request == batch.request)
    try second.sync(with: hub)
    try assign("a", "b", on: second)
    try exchange(first, second)
    #expect(try tags(first) == "ab" && tags(second) == "ab")
    #expect(try isSettled(first, second))
  }
}
