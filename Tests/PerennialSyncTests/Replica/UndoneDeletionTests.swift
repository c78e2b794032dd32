import Foundation
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
import SwiftData
import Testing

/// Fault 3: the undo of a deletion took back what another device had written meanwhile. The row came back with the values
/// from before the deletion, and each that differed from the hub's counted as an edit.
@Suite("Fault 3: the undo of a deletion is no edit of the fields")
struct UndoneDeletionTests {
  let hub = MemoryHub()

  @Model final class Villa {
    var name = ""
    var note = ""
    var rooms = 0
    var owner: Cook?

    init(_ name: String) { self.name = name }
  }

  /// A model whose objects are merged as a whole.
  @Model final class Hut {
    #Merge<Hut>(.byRecord)
    var name = ""
    var note = ""

    init(_ name: String) { self.name = name }
  }

  private static let models: [any PersistentModel.Type] = Kitchen.models + [Villa.self, Hut.self]

  /// Two devices with one villa and one hut.
  private func devices() throws -> (Device, Device) {
    let (first, second) = (try Device(Self.models), try Device(Self.models))
    for name in ["Ann", "Ben"] { first.context.insert(Cook(name)) }
    let villa = Villa("Sole")
    first.context.insert(villa)
    first.context.insert(Hut("Alm"))
    try first.context.save()
    villa.owner = try first.all(Cook.self).first { $0.name == "Ann" }
    try first.context.save()
    try exchange(first, second)
    return (first, second)
  }

  private func exchange(_ devices: Device...) throws {
    for _ in 1...3 {
      for device in devices { try device.sync(with: hub) }
    }
  }

  private func villa(_ device: Device) throws -> String {
    let villas = try ModelContext(device.container).fetch(FetchDescriptor<Villa>())
    let texts = villas.map { "\($0.name) \($0.note) \($0.rooms) \($0.owner?.name ?? "-")" }
    return texts.joined(separator: ";")
  }

  private func hut(_ device: Device) throws -> String {
    let huts = try ModelContext(device.container).fetch(FetchDescriptor<Hut>())
    return huts.map { "\($0.name) \($0.note)" }.joined(separator: ";")
  }

  private func delete<Model: PersistentModel>(_ type: Model.Type, on device: Device) throws {
    device.context.undoManager = UndoManager()
    for model in try device.all(type) { device.context.delete(model) }
    try device.context.save()
  }

  /// The number of noted conflicts between two edits.
  private func lostEdits(on device: Device) throws -> Int {
    var count = 0
    for conflict in try device.storage.conflicts() {
      if case .edits = conflict.kind { count += 1 }
    }
    return count
  }

  private func undo(on device: Device) throws {
    device.context.undoManager?.undo()
    try device.context.save()
  }

  enum Sent: CaseIterable {
    /// The deletion is on the hub before the other device writes.
    case before
    /// Both are sent by the same exchange, the deletion first.
    case first
    /// Both are sent by the same exchange, the edit first.
    case last
  }

  @Test("What the other device has written shows after the undo", arguments: Sent.allCases)
  func edit(deletionIsSent: Sent) throws {
    let (first, second) = try devices()
    try delete(Villa.self, on: first)
    if deletionIsSent == .before { try first.sync(with: hub) }
    let edited = try #require(try second.all(Villa.self).first)
    (edited.note, edited.rooms) = ("sea", 5)
    edited.owner = try second.all(Cook.self).first { $0.name == "Ben" }
    try second.context.save()
    if deletionIsSent == .last { try exchange(second, first) } else { try exchange(first, second) }
    #expect(try villa(first) == "" && villa(second) == "")
    try undo(on: first)
    try exchange(first, second)
    #expect(try villa(first) == "Sole sea 5 Ben")
    #expect(try villa(second) == "Sole sea 5 Ben")
    #expect(try first.pending == 0)
  }

  @Test("What the user writes after the undo is an edit")
  func editAfterUndo() throws {
    let (first, second) = try devices()
    try delete(Villa.self, on: first)
    let edited = try #require(try second.all(Villa.self).first)
    (edited.note, edited.rooms) = ("sea", 5)
    try second.context.save()
    try exchange(first, second)
    try undo(on: first)
    try first.all(Villa.self).first?.note = "lake"
    try first.context.save()
    try exchange(first, second)
    #expect(try villa(first) == "Sole lake 5 Ann")
    #expect(try villa(second) == villa(first))
  }

  @Test(
    "A value that was not sent before the deletion comes back by the undo, as written before it",
    arguments: [false, true], Sent.allCases)
  func unsentEdit(isEarlier: Bool, deletionIsSent: Sent) throws {
    let (first, second) = try devices()
    func write(_ rooms: Int, on device: Device) throws {
      try device.all(Villa.self).first?.rooms = rooms
      try device.context.save()
      Thread.sleep(forTimeInterval: 0.002)
    }
    if isEarlier { try write(7, on: first) }
    try write(5, on: second)
    if !isEarlier { try write(7, on: first) }
    try delete(Villa.self, on: first)
    if deletionIsSent == .before { try first.sync(with: hub) }
    try second.all(Villa.self).first?.note = "sea"
    try second.context.save()
    if deletionIsSent == .last { try exchange(second, first) } else { try exchange(first, second) }
    try undo(on: first)
    try exchange(first, second)
    #expect(try villa(first) == "Sole sea \(isEarlier ? 5 : 7) Ann")
    #expect(try villa(second) == villa(first))
    #expect(try lostEdits(on: first) == (isEarlier ? 1 : 0))
    #expect(try first.pending == 0)
  }

  @Test("A value that was written while the insertion had no answer is as old as it is")
  func unansweredInsertion() throws {
    let (first, second) = (try Device(Self.models), try Device(Self.models))
    try first.sync(with: hub)
    first.context.insert(Villa("Sole"))
    try first.context.save()
    let batch = try #require(try first.prepareBatch())
    _ = try hub.push(first.send(batch, to: hub).request)
    try first.all(Villa.self).first?.rooms = 7
    try first.context.save()
    Thread.sleep(forTimeInterval: 0.002)
    try second.sync(with: hub)
    try second.all(Villa.self).first?.rooms = 5
    try second.context.save()
    try second.sync(with: hub)
    try delete(Villa.self, on: first)
    try first.pull(from: hub)
    try undo(on: first)
    try exchange(first, second)
    #expect(try villa(first) == "Sole  5 -")
    #expect(try villa(second) == villa(first))
  }

  @Test("A redo deletes again, and a second undo shows what was written")
  func redo() throws {
    let (first, second) = try devices()
    try delete(Villa.self, on: first)
    try second.all(Villa.self).first?.note = "sea"
    try second.context.save()
    try exchange(first, second)
    try undo(on: first)
    first.context.undoManager?.redo()
    try first.context.save()
    try exchange(first, second)
    #expect(try villa(first) == "" && villa(second) == "")
    try undo(on: first)
    try exchange(first, second)
    #expect(try villa(first) == "Sole sea 0 Ann")
    #expect(try villa(second) == villa(first))
  }

  @Test("An object that is merged as a whole has the other device's values")
  func whole() throws {
    let (first, second) = try devices()
    try delete(Hut.self, on: first)
    try second.all(Hut.self).first?.note = "closed"
    try second.context.save()
    try exchange(first, second)
    try undo(on: first)
    try exchange(first, second)
    #expect(try hut(first) == "Alm closed")
    #expect(try hut(second) == hut(first))
  }
}
