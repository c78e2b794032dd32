import Foundation
import PerennialRecords
import SwiftData
import Testing

/// Faults 1 and 3, for what has no value of its own: counters, and collections with an order.
@Suite("Counters and ordered collections that came while an app was older")
struct LateCollectionTests {
  enum V1 {
    @Model final class Menu {
      var title = ""
      init(_ title: String) { self.title = title }
    }

    static let models: [any PersistentModel.Type] = [Menu.self]
  }

  enum V2 {
    @Model final class Menu {
      var title = ""
      @Attribute(.counter) var served = 0
      var dishes: [Dish] = []
      init(_ title: String) { self.title = title }
    }

    @Model final class Dish {
      var name = ""
      @Relationship(inverse: \Menu.dishes) var menus: [Menu] = []
      init(_ name: String) { self.name = name }
    }

    static let models: [any PersistentModel.Type] = [Menu.self, Dish.self]
  }

  let hub = MemoryHub()

  private func exchange(_ devices: Device...) throws {
    for _ in 1...3 { for device in devices { try device.sync(with: hub) } }
  }

  /// A device with the older app and one with the newer, which has made a menu.
  private func devices() throws -> (old: Device, new: Device) {
    let (old, new) = (try Device(V1.models), try Device(V2.models))
    let menu = V2.Menu("Monday")
    new.context.insert(menu)
    menu.dishes = ["soup", "fish", "apple"].map { V2.Dish($0) }
    menu.served = 5
    try new.context.save()
    try exchange(new, old)
    return (old, new)
  }

  private func menus(_ device: Device) throws -> [String] {
    try ModelContext(device.container).fetch(FetchDescriptor<V2.Menu>()).map { menu in
      "\(menu.title) \(menu.served) \(menu.dishes.map(\.name).joined(separator: ","))"
    }
  }

  @Test("40/1: They are shown in the user's order, and later additions count once")
  func shown() throws {
    let (old, new) = try devices()
    let menu = try #require(try new.all(V2.Menu.self).first)
    menu.dishes = try ["apple", "soup", "fish"].map { name in
      try #require(try new.all(V2.Dish.self).first { $0.name == name })
    }
    menu.served += 2
    try new.context.save()
    try exchange(new, old)
    try old.update(to: V2.models)
    try old.rewriteLateRows()
    #expect(try menus(old) == ["Monday 7 apple,soup,fish"])
    #expect(try old.pending == 0)
    try old.all(V2.Menu.self).first?.served += 1
    try old.context.save()
    try exchange(old, new)
    for device in [old, new] { #expect(try menus(device) == ["Monday 8 apple,soup,fish"]) }
  }

  @Test("40/1: An addition and a move before the rows are shown take nothing back")
  func before() throws {
    let (old, new) = try devices()
    try old.update(to: V2.models)
    let menu = try #require(try old.all(V2.Menu.self).first)
    menu.title = "Tuesday"
    menu.served += 1
    menu.dishes.append(V2.Dish("nuts"))
    try old.context.save()
    try old.rewriteLateRows()
    try exchange(old, new)
    for device in [old, new] {
      let shown = try menus(device)
      try #require(shown.count == 1)
      #expect(shown[0].split(separator: " ").prefix(2) == ["Tuesday", "6"])
      let dishes = shown[0].split(separator: " ").last.map { $0.split(separator: ",") } ?? []
      #expect(Set(dishes) == ["soup", "fish", "apple", "nuts"])
      #expect(dishes.filter { $0 != "nuts" } == ["soup", "fish", "apple"])
    }
    #expect(try menus(old) == menus(new))
  }

  @Test("40/3: An object that the older app deletes and brings back has them on all devices")
  func deletionUndone() throws {
    let (old, new) = try devices()
    old.context.undoManager = UndoManager()
    old.context.delete(try #require(try old.all(V1.Menu.self).first))
    try old.context.save()
    try exchange(old, new)
    #expect(try menus(new).isEmpty)
    old.context.undoManager?.undo()
    try old.context.save()
    try exchange(old, new)
    #expect(try menus(new) == ["Monday 5 soup,fish,apple"])
    try old.update(to: V2.models)
    try old.rewriteLateRows()
    #expect(try menus(old) == ["Monday 5 soup,fish,apple"])
    try exchange(old, new)
    for device in [old, new] { #expect(try menus(device) == ["Monday 5 soup,fish,apple"]) }
  }
}
