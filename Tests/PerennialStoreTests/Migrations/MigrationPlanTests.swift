import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Migration plans")
struct MigrationPlanTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  private func open(
    _ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: plan,
      configurations: ModelConfiguration(url: bench.url))
  }

  /// Saves customers of the first version. Two of them have the same name, and both are friends of the
  /// third.
  private func fillFirst(_ plan: (any SchemaMigrationPlan.Type)? = nil) throws {
    let context = ModelContext(try open(ShopV1.self, plan))
    let ada = ShopV1.Customer("Ada Lovelace")
    let twin = ShopV1.Customer("Ada Lovelace")
    let alan = ShopV1.Customer("Alan Mathison Turing")
    for customer in [ada, twin, alan] { context.insert(customer) }
    context.insert(ShopV1.Order(1, by: ada))
    context.insert(ShopV1.Order(2, by: twin))
    context.insert(ShopV1.Order(3))
    alan.friends = [ada, twin]
    try context.save()
  }

  private func expectLast() throws {
    let context = ModelContext(try open(ShopV4.self, ShopPlan.self))
    let customers = try context.fetch(
      FetchDescriptor<ShopV4.Customer>(sortBy: [SortDescriptor(\.given)]))
    #expect(customers.map(\.given) == ["Ada", "Alan"])
    #expect(customers.map(\.surname) == ["Lovelace", "Mathison Turing"])
    #expect(customers.map(\.rank) == [2, 0])
    #expect(Set(customers[0].orders.map(\.number)) == [1, 2])
    #expect(customers[1].friends.map(\.given) == ["Ada"])
    #expect(try context.fetchCount(FetchDescriptor<ShopV4.Order>()) == 3)
    #expect(
      try bench.rows("SELECT value FROM _perennial_metadata WHERE key = 'version'") == [["4.0.0"]])
    #expect(try bench.rows("SELECT count(*), min(text) FROM Receipt") == [["3", "for 1"]])
    #expect(try bench.rows("PRAGMA integrity_check") == [["ok"]])
    #expect(try bench.rows("PRAGMA foreign_key_check").isEmpty)
  }

  @Test("A store of the first version comes to the last in one open, through all stages")
  func allStages() throws {
    try fillFirst(nil)
    do {
      let container = try open(ShopV4.self, ShopPlan.self)
      let report = try #require(container.migrationReports.first)
      #expect(report.steps.map(\.isCustom) == [true, true, false])
      #expect(report.steps.map(\.source) == ["ShopV1 1.0.0", "ShopV2 2.0.0", "ShopV3 3.0.0"])
      #expect(report.steps[2].target == "ShopV4 4.0.0")
      #expect(report.steps[2].changes.contains(.retiredEntity("Receipt", objects: 3)))
      #expect(report.issues.isEmpty)
    }
    try expectLast()
    // It is done once.
    #expect(try open(ShopV4.self, ShopPlan.self).migrationReports.isEmpty)
    do { try open(ShopV4.self, ShopPlan.self).eraseRetiredEntities() }
    try bench.expectStructure(of: ShopV4.Customer.self, ShopV4.Order.self)
  }

  @Test("It makes no difference whether the versions are opened one after the other")
  func oneByOne() throws {
    try fillFirst(nil)
    do { _ = try open(ShopV2.self, OnlyToSecond.self) }
    #expect(
      try bench.rows("SELECT value FROM _perennial_metadata WHERE key = 'version'") == [["2.0.0"]])
    try expectLast()
  }

  @Test("A store that is at the last version is left alone")
  func settled() throws {
    do {
      let context = ModelContext(try open(ShopV4.self, ShopPlan.self))
      context.insert(ShopV4.Customer("Ada", "Lovelace"))
      try context.save()
    }
    let before = try bench.dump()
    do { #expect(try open(ShopV4.self, ShopPlan.self).migrationReports.isEmpty) }
    #expect(try bench.dump() == before)
  }

  @Test("A store in memory begins at the last version")
  func memory() throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: ShopV4.self), migrationPlan: ShopPlan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(container.migrationReports.isEmpty)
    #expect(container.migrationPlan == ShopPlan.self)
  }

  @Test("A plan in reverse leads back")
  func reverse() throws {
    try fillFirst(nil)
    do { _ = try open(ShopV2.self, OnlyToSecond.self) }
    do {
      let context = ModelContext(try open(ShopV1.self, ShopReversePlan.self))
      let names = try context.fetch(FetchDescriptor<ShopV1.Customer>()).map(\.name)
      #expect(Set(names) == ["Lovelace, Ada", "Mathison Turing, Alan"])
    }
    try bench.expectStructure(of: ShopV1.Customer.self, ShopV1.Order.self)
    #expect(
      try bench.rows("SELECT value FROM _perennial_metadata WHERE key = 'version'") == [["1.0.0"]])
    // And forth again.
    do { _ = try open(ShopV2.self, OnlyToSecond.self) }
    try bench.expectStructure(of: ShopV2.Customer.self, ShopV2.Order.self)
  }

  @Test("Without stages, versions follow from each other by themselves")
  func noStages() throws {
    try fillFirst(nil)
    do {
      let container = try open(ShopV2.self, Stageless.self)
      #expect(container.migrationReports.first?.steps.map(\.isCustom) == [false])
    }
    try bench.expectStructure(of: ShopV2.Customer.self, ShopV2.Order.self)
  }

  @Test("Models that nobody has numbered are found by what they are")
  func unnumbered() throws {
    do {
      let container = try ModelContainer(
        for: ShopV2.Customer.self, configurations: ModelConfiguration(url: bench.url))
      let context = ModelContext(container)
      let customer = ShopV2.Customer("not split")
      customer.given = "Grace"
      customer.family = "Hopper"
      context.insert(customer)
      try context.save()
    }
    let context = ModelContext(try open(ShopV4.self, ShopPlan.self))
    // The first stage would have split the name.
    let customers = try context.fetch(FetchDescriptor<ShopV4.Customer>())
    #expect(customers.map(\.given) == ["Grace"])
    #expect(customers.map(\.surname) == ["Hopper"])
  }

  @Test("A container for some of a version's models is at that version")
  func someModels() throws {
    try fillFirst(nil)
    let container = try ModelContainer(
      for: ShopV2.Order.self, migrationPlan: OnlyToSecond.self,
      configurations: ModelConfiguration(url: bench.url))
    #expect(container.migrationReports.first?.steps.count == 1)
    #expect(
      try ModelContext(container).fetch(FetchDescriptor<ShopV2.Order>())
        .compactMap(\.customer?.given).sorted() == ["Ada", "Ada"])
  }

  @Test("Additions to a version's models are made, whether or not a plan has seen the store")
  func additions() throws {
    // The first version as it was before an attribute was added to it.
    do {
      let container = try ModelContainer(
        for: ShopV0.Order.self, configurations: ModelConfiguration(url: bench.url))
      let context = ModelContext(container)
      context.insert(ShopV0.Order(7))
      try context.save()
    }
    do {
      let container = try open(ShopV2.self, OnlyToSecond.self)
      let report = try #require(container.migrationReports.first)
      #expect(report.steps.map(\.target) == ["ShopV1 1.0.0", "ShopV2 2.0.0"])
    }
    try bench.expectStructure(of: ShopV2.Customer.self, ShopV2.Order.self)
    #expect(try bench.rows("SELECT number FROM \"Order\"") == [["7"]])
  }

  @Test("A version whose models were changed after it was used is brought to what it is now")
  func changedVersion() throws {
    do { _ = try open(ShopV2Before.self, PlanWithVersionBefore.self) }
    do {
      let container = try open(ShopV4.self, ShopPlan.self)
      #expect(container.migrationReports.first?.steps.first?.target == "ShopV2 2.0.0")
    }
    try expectNoCustomers()
  }

  private func expectNoCustomers() throws {
    #expect(try bench.rows("SELECT count(*) FROM Customer") == [["0"]])
    try bench.expectStructure(of: ShopV4.Customer.self, ShopV4.Order.self)
  }

  @Test("Several stores are migrated each for itself")
  func severalStores() throws {
    let other = bench.directory.file("orders.store")
    func configurations(_ schema: Schema, _ rest: Schema) -> [ModelConfiguration] {
      [
        ModelConfiguration("shop", schema: schema, url: bench.url),
        ModelConfiguration("rest", schema: rest, url: other),
      ]
    }
    do {
      let container = try ModelContainer(
        for: Schema([ShopV1.Customer.self, PostBase.Parcel.self]), migrationPlan: nil,
        configurations: configurations(
          Schema([ShopV1.Customer.self, ShopV1.Order.self]), Schema([PostBase.Parcel.self])))
      let context = ModelContext(container)
      context.insert(ShopV1.Customer("Ada Lovelace"))
      context.insert(PostBase.Parcel("p"))
      try context.save()
    }
    let container = try ModelContainer(
      for: Schema([ShopV2.Customer.self, PostAdded.Parcel.self]),
      migrationPlan: SecondWithParcels.self,
      configurations: configurations(
        Schema([ShopV2.Customer.self, ShopV2.Order.self]), Schema([PostAdded.Parcel.self])))
    #expect(container.migrationReports.count == 2)
    let context = ModelContext(container)
    #expect(try context.fetch(FetchDescriptor<ShopV2.Customer>()).map(\.given) == ["Ada"])
    #expect(try context.fetch(FetchDescriptor<PostAdded.Parcel>()).map(\.mood) == [.hasty])
  }
}

/// The first two versions.
enum OnlyToSecond: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV1.self, ShopV2.self] }
  static var stages: [MigrationStage] { [ShopPlan.splitNames] }
}

private enum Stageless: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV1.self, ShopV2.self] }
  static var stages: [MigrationStage] { [] }
}

/// The models of the shop before it had versions.
private enum ShopV0 {
  @Model
  final class Customer {
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Order.customer) var orders: [Order] = []
    init(_ name: String) { self.name = name }
  }

  @Model
  final class Order {
    @Attribute(.unique) var number: Int
    var customer: Customer?
    init(_ number: Int) { self.number = number }
  }
}

/// The second version as it was at first.
private enum ShopV2Before: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Customer.self] }

  @Model
  final class Customer {
    var name: String
    var nickname: String = ""
    init(_ name: String) { self.name = name }
  }
}

private enum PlanWithVersionBefore: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV1.self, ShopV2Before.self] }
  static var stages: [MigrationStage] { [] }
}

private enum ParcelsV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { ShopV1.models + [PostBase.Parcel.self] }
}

private enum ParcelsV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { ShopV2.models + [PostAdded.Parcel.self] }
}

private enum SecondWithParcels: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ParcelsV1.self, ParcelsV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ParcelsV1.self, toVersion: ParcelsV2.self, willMigrate: nil,
        didMigrate: { context in
          let names = context.container.schema.entities.map(\.name)
          guard names.contains("Customer") else { return }
          for customer in try context.fetch(FetchDescriptor<ShopV2.Customer>()) {
            customer.given = String(customer.name.prefix(3))
          }
        })
    ]
  }
}
