import Foundation
@testable import Perennial
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
import SwiftData
import Testing

@Model final class Ticket {
  #Unique<Ticket>([\.code, \.hall])
  var code = ""
  var hall = "Main"
  var seats: Int8 = 0
  var row = 0

  init(_ code: String, row: Int = 0) {
    self.code = code
    self.row = row
  }
}

@Model final class Hall {
  var name = ""
  var seats: [Seat] = []

  init(_ name: String) { self.name = name }
}

/// An object with an object and a value that are unique together.
@Model final class Seat {
  #Unique<Seat>([\.hall, \.code])
  @Relationship(inverse: \Hall.seats) var hall: Hall?
  var code = ""
  var row = 0

  init(_ code: String, in hall: Hall?, row: Int = 0) {
    self.code = code
    self.hall = hall
    self.row = row
  }
}

@Suite("Rows that SQLite refuses")
struct RefusedRowTests {
  let hub = MemoryHub()

  private func device() throws -> Device { try Device([Ticket.self]) }

  private func codes(_ device: Device) throws -> [String] {
    try ModelContext(device.container).fetch(FetchDescriptor<Ticket>()).map(\.code).sorted()
  }

  private func refusals(_ device: Device) throws -> [String] {
    try device.storage.transaction { replica in
      try hub.records.keys.sorted().compactMap { try replica.store.refused.reason(of: $0) }
    }
  }

  /// Changes a record on the hub, as another program could.
  private func write(_ value: RecordValue?, to field: String, of code: String) throws {
    let found = try #require(
      hub.records.values.first { $0.state.edits["code"]?.value == .text(code) })
    let stamp = Stamp(
      time: HybridTime(milliseconds: StampClock.systemMilliseconds),
      device: try #require(DeviceIdentifier(rawValue: 77)))
    var state = RecordState<RecordValue>()
    state.write(value ?? .null, to: field, at: stamp)
    let record = Record(found.name, type: found.type, created: found.created, state: state)
    #expect(try hub.push(PushRequest(token: nil, records: [record])).refused.isEmpty)
  }

  @Test("An object and a value that another row has: the row stays absent, the page is applied")
  func uniqueInsertion() throws {
    let models: [any PersistentModel.Type] = [Hall.self, Seat.self]
    let (first, second) = (try Device(models), try Device(models))
    func codes(_ device: Device) throws -> [String] {
      try ModelContext(device.container).fetch(FetchDescriptor<Seat>()).map(\.code).sorted()
    }
    first.context.insert(Hall("Main"))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    first.context.insert(Seat("A", in: try first.all(Hall.self).first))
    second.context.insert(Seat("A", in: try second.all(Hall.self).first, row: 2))
    for number in 1...3 { first.context.insert(Seat("F\(number)", in: nil)) }
    try first.context.save()
    try second.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try codes(second) == ["A", "F1", "F2", "F3"])
    #expect(try refusals(second).count == 1)
    #expect(try refusals(second).first?.contains("UNIQUE") == true)
    #expect(try second.pending == 0)

    // As soon as the value is free, the row is written.
    let own = try #require(try second.all(Seat.self).first { $0.row == 2 })
    own.code = "B"
    try second.context.save()
    try second.sync(with: hub)
    #expect(try codes(second) == ["A", "B", "F1", "F2", "F3"])
    #expect(try refusals(second).isEmpty)
    try first.sync(with: hub)
    #expect(try codes(first) == codes(second))
    #expect(try refusals(first).isEmpty)
  }

  @Test("Objects can exchange unique values")
  func exchange() throws {
    let (first, second) = (try device(), try device())
    for code in ["A", "B", "C"] { first.context.insert(Ticket(code, row: 1)) }
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    let tickets = try first.all(Ticket.self).sorted { $0.code < $1.code }
    for (ticket, code) in zip(tickets, ["B", "C", "A"]) { ticket.code = code }
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    let moved = try second.all(Ticket.self).sorted { $0.persistentModelID < $1.persistentModelID }
    let expected = tickets.sorted { $0.persistentModelID < $1.persistentModelID }
    #expect(moved.map(\.code) == expected.map(\.code))
    #expect(try refusals(second).isEmpty)
  }

  @Test(
    "A value that the property cannot have leaves the former value",
    arguments: [
      ("code", RecordValue.null), ("code", .integer(7)), ("seats", .integer(300)),
      ("seats", .text("many")), ("row", .real(1.5)), ("row", .null),
    ])
  func unsuitableValues(field: String, value: RecordValue) throws {
    let (first, second) = (try device(), try device())
    let ticket = Ticket("A", row: 4)
    ticket.seats = 3
    first.context.insert(ticket)
    first.context.insert(Ticket("B"))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    try write(value, to: field, of: "A")
    try write(.integer(9), to: "row", of: "B")
    try second.sync(with: hub)
    let shown = try #require(try second.all(Ticket.self).first { $0.code == "A" })
    #expect(shown.seats == 3 && shown.row == 4)
    #expect(try second.all(Ticket.self).first { $0.code == "B" }?.row == 9)
    #expect(try second.pending == 0)
  }
}
