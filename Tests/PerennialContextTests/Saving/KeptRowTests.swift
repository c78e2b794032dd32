import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Perennial

@Suite("Rows that a new object with their unique value keeps")
struct KeptRowTests {
  @Model
  final class Voucher {
    @Attribute(.unique) var code: String
    var note: String
    var uses: Int

    init(_ code: String, note: String, uses: Int = 0) {
      self.code = code
      self.note = note
      self.uses = uses
    }
  }

  @Test(
    "A change to the row in the same save is written",
    arguments: [MergePolicy.mergeByPropertyStoreTrump, .rollback])
  func changedRow(_ policy: MergePolicy) throws {
    let container = try ModelContainer(
      for: Voucher.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.mergePolicy = policy
    let former = Voucher("a", note: "first")
    context.insert(former)
    try context.save()
    former.note = "changed"
    let new = Voucher("a", note: "other", uses: 7)
    context.insert(new)
    try context.save()
    #expect(new.note == "changed")
    #expect(new.uses == 0)
    let stored = try ModelContext(container).fetch(FetchDescriptor<Voucher>())
    #expect(stored.map(\.note) == ["changed"])
    #expect(stored.map(\.uses) == [0])
  }
}
