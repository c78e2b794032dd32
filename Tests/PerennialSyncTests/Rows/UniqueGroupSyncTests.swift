import Foundation
import PerennialRecords
import PerennialReplication
import PerennialSync
import SwiftData
import Testing

@Suite("Values that are unique together, on two devices")
struct UniqueGroupSyncTests {
  let hub = MemoryHub()

  private func devices() throws -> (Device, Device) {
    (try Device([Ticket.self]), try Device([Ticket.self]))
  }

  private func exchange(_ devices: Device...) throws {
    for _ in 1...3 {
      for device in devices { try device.sync(with: hub) }
    }
  }

  private func tickets(_ device: Device) throws -> [String] {
    try ModelContext(device.container).fetch(FetchDescriptor<Ticket>())
      .map { "\($0.code) \($0.hall) \($0.row)" }.sorted()
  }

  private func insert(_ code: String, row: Int, on device: Device) throws {
    device.context.insert(Ticket(code, row: row))
    try device.context.save()
    Thread.sleep(forTimeInterval: 0.005)
  }

  private func ticket(_ row: Int, on device: Device) throws -> Ticket {
    try #require(try device.all(Ticket.self).first { $0.row == row })
  }

  @Test("Two devices insert the same values: the earlier object is shown on both, the other waits")
  func insertions() throws {
    let (first, second) = try devices()
    try insert("A", row: 1, on: first)
    try insert("A", row: 2, on: second)
    try insert("B", row: 3, on: second)
    try exchange(second, first)
    #expect(try tickets(first) == ["A Main 1", "B Main 3"])
    #expect(try tickets(second) == tickets(first))
    #expect(try first.pending == 0 && second.pending == 0)
    #expect(hub.present.count == 3)
    let conflict = try #require(try second.storage.conflicts().first)
    let owner = try ticket(1, on: second).persistentModelID
    #expect(
      conflict.kind
        == .uniqueValue(property: "code", written: .text("A"), shown: nil, owner: owner))

    // As soon as the values are free, the object appears.
    try ticket(1, on: first).code = "C"
    try first.context.save()
    try exchange(first, second)
    #expect(try tickets(first) == ["A Main 2", "B Main 3", "C Main 1"])
    #expect(try tickets(second) == tickets(first))
    #expect(try second.storage.conflicts().isEmpty)
  }

  @Test("The later edit waits: its object shows its former values on all devices")
  func edits() throws {
    let (first, second) = try devices()
    try insert("A", row: 1, on: first)
    try insert("B", row: 2, on: first)
    try exchange(first, second)
    try ticket(1, on: first).code = "C"
    try first.context.save()
    Thread.sleep(forTimeInterval: 0.005)
    let moved = try ticket(2, on: second)
    (moved.code, moved.seats) = ("C", 7)
    try second.context.save()
    try exchange(first, second)
    #expect(try tickets(first) == ["B Main 2", "C Main 1"])
    #expect(try tickets(second) == tickets(first))
    #expect(try ticket(2, on: first).seats == 7)

    // The waiting value shows when the other object is deleted.
    second.context.delete(try ticket(1, on: second))
    try second.context.save()
    try exchange(second, first)
    #expect(try tickets(first) == ["C Main 2"])
    #expect(try tickets(second) == tickets(first))
  }

  @Test("Equal values in one of the fields are no conflict")
  func otherHall() throws {
    let (first, second) = try devices()
    first.context.insert(Ticket("A", row: 1))
    let other = Ticket("A", row: 2)
    other.hall = "Small"
    second.context.insert(other)
    try first.context.save()
    try second.context.save()
    try exchange(first, second)
    #expect(try tickets(first) == ["A Main 1", "A Small 2"])
    #expect(try tickets(second) == tickets(first))
    #expect(try first.storage.conflicts().isEmpty && second.storage.conflicts().isEmpty)
  }
}
