import Foundation
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
import SwiftData
import Testing

/// Fault 7: an object whose required reference another device had deleted was shown with a blank one, and nothing told of
/// it.
@Suite("Fault 7: a required reference to an object that another device has deleted")
struct MissingReferenceTests {
  @Model final class Show {
    var title = ""
    init(_ title: String) { self.title = title }
  }

  @Model final class Ticket {
    var seat = 0
    var show: Show
    init(_ seat: Int, for show: Show) {
      self.seat = seat
      self.show = show
    }
  }

  let hub = MemoryHub()

  /// Two devices with a show, which the first has deleted and for which the second has a new ticket.
  private func devices(deletionFirst: Bool) throws -> (first: Device, second: Device) {
    let models: [any PersistentModel.Type] = [Show.self, Ticket.self]
    let (first, second) = (try Device(models), try Device(models))
    first.context.insert(Show("Faust"))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    second.context.insert(Ticket(7, for: try #require(try second.all(Show.self).first)))
    try second.context.save()
    first.context.delete(try #require(try first.all(Show.self).first))
    try first.context.save()
    try exchange(deletionFirst ? [first, second] : [second, first])
    return (first, second)
  }

  private func exchange(_ devices: [Device]) throws {
    for _ in 0..<3 { for device in devices { try device.sync(with: hub) } }
  }

  private func conflicts(_ device: Device) throws -> [SyncConflict] {
    try device.storage.conflicts()
  }

  private func reason(_ device: Device) throws -> String? {
    let name = try #require(hub.records.values.first { $0.type == "Ticket" }?.name)
    return try device.storage.transaction { try $0.store.refused.reason(of: name) }
  }

  private func shown(_ device: Device) throws -> [String] {
    let context = ModelContext(device.container)
    return try context.fetch(FetchDescriptor<Ticket>()).map { "\($0.seat) \($0.show.title)" }
  }

  @Test("40/7: Both devices note it, and tell why, once", arguments: [true, false])
  func noted(deletionFirst: Bool) throws {
    let (first, second) = try devices(deletionFirst: deletionFirst)
    for device in [first, second] {
      let found = try conflicts(device)
      #expect(found.count == 1)
      guard case .missingReference("show", let target)? = found.first?.kind else {
        Issue.record("\(found)")
        continue
      }
      #expect(found.first?.object.entityName == "Ticket" && target.entityName == "Show")
      #expect(try reason(device)?.contains("show must have a target") == true)
      #expect(try device.storage.transaction { try $0.store.unwrittenRecordCount } == 1)
      #expect(try device.pending == 0)
      // The ticket stays in fetches.
      #expect(try device.all(Ticket.self).map(\.seat) == [7])
    }
    // An edit of the ticket neither repeats the note nor removes it.
    try second.all(Ticket.self).first?.seat = 8
    try second.context.save()
    try exchange([second, first])
    for device in [first, second] { #expect(try conflicts(device).count == 1) }
  }

  @Test(
    "40/7: The one side restores the other object, on both devices, and the notes go",
    arguments: [true, false], [true, false])
  func restored(deletionFirst: Bool, isFirst: Bool) throws {
    let (first, second) = try devices(deletionFirst: deletionFirst)
    let decider = isFirst ? first : second
    try decider.storage.resolve(try #require(try conflicts(decider).first).id, keeping: .mine)
    #expect(try shown(decider) == ["7 Faust"])
    try exchange([decider, first, second])
    for device in [first, second] {
      #expect(try shown(device) == ["7 Faust"])
      #expect(try conflicts(device).isEmpty)
      #expect(try reason(device) == nil)
    }
  }

  @Test("40/7: The other side deletes the object too, on both devices", arguments: [true, false])
  func deleted(isFirst: Bool) throws {
    let (first, second) = try devices(deletionFirst: true)
    let decider = isFirst ? first : second
    try decider.storage.resolve(try #require(try conflicts(decider).first).id, keeping: .theirs)
    try exchange([decider, first, second])
    for device in [first, second] {
      #expect(try device.all(Ticket.self).isEmpty)
      #expect(try conflicts(device).isEmpty)
    }
  }

  @Test("40/7: A user who leaves it as it is has the reason, and no note")
  func left() throws {
    let (first, _) = try devices(deletionFirst: true)
    try first.storage.resolve(try #require(try conflicts(first).first).id, keeping: .shown)
    #expect(try conflicts(first).isEmpty)
    #expect(try reason(first) != nil)
  }

  @Test("40/7: Another reference that the user gives it ends the conflict")
  func reassigned() throws {
    let (first, second) = try devices(deletionFirst: true)
    let other = Show("Tosca")
    second.context.insert(other)
    try second.all(Ticket.self).first?.show = other
    try second.context.save()
    try exchange([second, first])
    for device in [first, second] {
      #expect(try shown(device) == ["7 Tosca"])
      #expect(try conflicts(device).isEmpty)
      #expect(try reason(device) == nil)
    }
  }
}
