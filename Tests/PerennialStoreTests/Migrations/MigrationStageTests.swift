import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// The effects of a stage's code, and the objects that it sees. Each test sets the stages of these
/// plans.
@Suite("Migration stages", .serialized)
struct MigrationStageTests {
  let bench: MigrationBench

  init() throws {
    bench = try MigrationBench()
    Staged.shared.reset()
  }

  private func first(_ names: String...) throws {
    let context = ModelContext(try bench.container(ShopV1.models))
    for (number, name) in names.enumerated() {
      let customer = ShopV1.Customer(name)
      context.insert(customer)
      context.insert(ShopV1.Order(number, by: customer))
    }
    try context.save()
  }

  private func second() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: ShopV2.self), migrationPlan: StagedPlan.self,
      configurations: ModelConfiguration(url: bench.url))
  }

  private func third() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: ShopV3.self), migrationPlan: StagedThirdPlan.self,
      configurations: ModelConfiguration(url: bench.url))
  }

  @Test("Each part sees the file as it is, in one transaction that nobody else sees")
  func isolation() throws {
    try first("Ada")
    let url = bench.url
    Staged.shared.will { context in
      #expect(try context.fetch(FetchDescriptor<ShopV1.Customer>()).map(\.name) == ["Ada"])
      #expect(context.container.schema.version == Schema.Version(1, 0, 0))
      try context.fetch(FetchDescriptor<ShopV1.Customer>())[0].name = "Ada L."
      try context.save()
      #expect(try RawDatabase(url).rows("SELECT name FROM Customer") == [["Ada"]])
    }
    Staged.shared.did { context in
      #expect(context.container.schema.version == Schema.Version(2, 0, 0))
      let customer = try #require(context.fetch(FetchDescriptor<ShopV2.Customer>()).first)
      #expect(customer.name == "Ada L.")
      #expect(customer.orders.map(\.number) == [0])
      customer.given = "Augusta"
      // A second context of the same container works too.
      let other = ModelContext(context.container)
      other.insert(ShopV2.Order(9, by: nil))
      try other.save()
      #expect(try RawDatabase(url).rows("SELECT name FROM Customer") == [["Ada"]])
      #expect(
        try RawDatabase(url).rows("SELECT name FROM pragma_table_info('Customer')").count == 3)
    }
    let context = ModelContext(try second())
    let customers = try context.fetch(FetchDescriptor<ShopV2.Customer>())
    #expect(customers.map(\.name) == ["Ada L."])
    // The stage saves the changes that its code did not save.
    #expect(customers.map(\.given) == ["Augusta"])
    #expect(try context.fetchCount(FetchDescriptor<ShopV2.Order>()) == 2)
  }

  @Test("Everything that a context can do, it can do in a stage")
  func contexts() throws {
    try first("Ada", "Bob", "Cleo", "Dora")
    Staged.shared.will { context in
      let customers = try context.fetch(
        FetchDescriptor<ShopV1.Customer>(
          predicate: #Predicate { $0.name.contains("o") }, sortBy: [SortDescriptor(\.name)]))
      #expect(customers.map(\.name) == ["Bob", "Cleo", "Dora"])
      customers[0].friends = [customers[1], customers[2]]
      try context.save()
      // A deletion empties references and removes links.
      context.delete(customers[1])
      try context.save()
      #expect(customers[0].friends.map(\.name) == ["Dora"])
      #expect(
        try context.fetch(FetchDescriptor<ShopV1.Order>(predicate: #Predicate { $0.number == 2 }))
          .map { $0.customer == nil } == [true])
      try context.delete(model: ShopV1.Customer.self, where: #Predicate { $0.name == "Dora" })
      // An upsert.
      context.insert(ShopV1.Order(0, by: customers[0]))
      try context.save()
      // Changes that are rolled back, and those of a failed transaction, are not there.
      context.insert(ShopV1.Customer("nobody"))
      context.rollback()
      #expect(throws: ShopFailure.self) {
        try context.transaction {
          context.insert(ShopV1.Customer("no one"))
          throw ShopFailure(place: "transaction")
        }
      }
    }
    let context = ModelContext(try second())
    let customers = try context.fetch(
      FetchDescriptor<ShopV2.Customer>(sortBy: [SortDescriptor(\.name)]))
    #expect(customers.map(\.name) == ["Ada", "Bob"])
    #expect(customers[0].orders.isEmpty)
    #expect(Set(customers[1].orders.map(\.number)) == [0, 1])
    #expect(customers[1].friends.isEmpty)
    try bench.expectStructure(of: ShopV2.Customer.self, ShopV2.Order.self)
  }

  enum Part: String, CaseIterable { case willMigrate, didMigrate }

  @Test(
    "A stage that throws leaves the old store, and says what it threw", arguments: Part.allCases)
  func throwing(_ part: Part) throws {
    try first("Ada", "Bob")
    let before = try bench.dump()
    let code: @Sendable (ModelContext) throws -> Void = { context in
      if part == .willMigrate {
        context.insert(ShopV1.Order(100))
      } else {
        context.insert(ShopV2.Order(100))
      }
      throw ShopFailure(place: part.rawValue)
    }
    let saving: @Sendable (ModelContext) throws -> Void = { context in
      try context.container.erase()
      try context.save()
      throw ShopFailure(place: part.rawValue)
    }
    for code in [code, saving] {
      Staged.shared.reset()
      if part == .willMigrate { Staged.shared.will(code) } else { Staged.shared.did(code) }
      let error = #expect(throws: SwiftDataError.migrationFailure) { try second() }
      #expect(error?.underlyingError as? ShopFailure == ShopFailure(place: part.rawValue))
      for word in [part.rawValue, "ShopV1 1.0.0", "ShopV2 2.0.0", bench.url.path] {
        #expect(error?.explanation.contains(word) == true, "\(String(describing: error))")
      }
      #expect(try bench.dump() == before)
    }
    // And it goes on where nothing throws.
    Staged.shared.reset()
    #expect(try ModelContext(second()).fetchCount(FetchDescriptor<ShopV2.Customer>()) == 2)
  }

  @Test(
    "A save that is refused in a stage, and that the stage does not catch, leaves the old store")
  func refusedSave() throws {
    try first("Ada")
    let before = try bench.dump()
    Staged.shared.did { context in
      let customer = try #require(context.fetch(FetchDescriptor<ShopV2.Customer>()).first)
      context.insert(ShopV2.Order(1, by: customer))
      try context.save()
      let orders = try context.fetch(FetchDescriptor<ShopV2.Order>())
      orders[0].number = orders[1].number
      try context.save()
    }
    let error = #expect(throws: SwiftDataError.migrationFailure) { try second() }
    #expect(error?.underlyingError as? SwiftDataError == .modelValidationFailure)
    #expect(try bench.dump() == before)
  }

  @Test("What code keeps of a stage stays readable, and writes nothing")
  func kept() throws {
    try first("Ada")
    Staged.shared.will { context in
      let customer = try #require(context.fetch(FetchDescriptor<ShopV1.Customer>()).first)
      _ = customer.orders.count
      Staged.shared.keep(context, customer)
    }
    do {
      let container = try second()
      let (context, customer) = try #require(Staged.shared.kept)
      #expect(customer.name == "Ada")
      #expect(customer.orders.map(\.number) == [0])
      customer.name = "Bob"
      #expect(throws: SwiftDataError.migrationFailure) { try context.save() }
      #expect(throws: SwiftDataError.self) { try context.container.erase() }
      #expect(
        try ModelContext(container).fetch(FetchDescriptor<ShopV2.Customer>()).map(\.name) == ["Ada"]
      )
    }
    Staged.shared.reset()
  }

  @Test("A type without conversion begins anew, and code carries the values over")
  func replaced() throws {
    try second(with: [("Ada", "3"), ("Bob", "x")])
    Staged.shared.will { context in
      for customer in try context.fetch(FetchDescriptor<ShopV2.Customer>()) {
        Staged.shared.note(customer.name, Int(customer.rank) ?? -1)
        customer.family = customer.name
      }
    }
    Staged.shared.did { context in
      for customer in try context.fetch(FetchDescriptor<ShopV3.Customer>()) {
        #expect(customer.rank == 0)
        customer.rank = Staged.shared.notes[customer.family] ?? -2
      }
    }
    let container = try third()
    #expect(
      container.migrationReports.first?.steps.last?.changes.contains(
        .replacedProperty(entity: "Customer", "rank")) == true)
    let ranks = try ModelContext(container).fetch(
      FetchDescriptor<ShopV3.Customer>(sortBy: [SortDescriptor(\.family)])
    ).map(\.rank)
    #expect(ranks == [3, -1])
  }

  private func second(with customers: [(String, String)]) throws {
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: ShopV2.self),
        configurations: ModelConfiguration(url: bench.url)))
    for (name, rank) in customers {
      let customer = ShopV2.Customer(name)
      customer.rank = rank
      context.insert(customer)
    }
    try context.save()
  }

  @Test("What willMigrate leaves that is not unique is refused")
  func notUnique() throws {
    try second(with: [("Ada", "1"), ("Bob", "1")])
    let before = try bench.dump()
    Staged.shared.will { _ in }
    let error = #expect(throws: SwiftDataError.migrationFailure) { try third() }
    #expect(error?.explanation.contains("Customer.given+family") == true)
    #expect(error?.identifiers.count == 2)
    #expect(try bench.dump() == before)
  }

  @Test("A required relationship may be set by didMigrate, and is refused if it is not")
  func requiredRelationship() throws {
    do {
      let context = ModelContext(try bench.container(ShopV2.models))
      context.insert(ShopV2.Order(5))
      try context.save()
    }
    let before = try bench.dump()
    Staged.shared.did { _ in }
    let error = #expect(throws: SwiftDataError.migrationFailure) { try third() }
    #expect(error?.explanation.contains("Order.receipt") == true)
    #expect(try bench.dump() == before)
    Staged.shared.did { context in
      for order in try context.fetch(FetchDescriptor<ShopV3.Order>()) {
        order.receipt = ShopV3.Receipt("late")
      }
    }
    let orders = try ModelContext(third()).fetch(FetchDescriptor<ShopV3.Order>())
    #expect(orders.map(\.receipt.text) == ["late"])
    try bench.expectStructure(of: ShopV3.Customer.self, ShopV3.Order.self, ShopV3.Receipt.self)
  }

  @Test("An entity whose objects the code has taken care of goes")
  func removedEntity() throws {
    do {
      let context = ModelContext(
        try bench.container(ShopV3.models, version: Schema.Version(3, 0, 0)))
      context.insert(ShopV3.Order(5, receipt: ShopV3.Receipt("r")))
      try context.save()
    }
    Staged.shared.will { context in
      for order in try context.fetch(FetchDescriptor<ShopV3.Order>()) { context.delete(order) }
      try context.save()
      try context.delete(model: ShopV3.Receipt.self)
    }
    do {
      let container = try ModelContainer(
        for: Schema(versionedSchema: ShopV4.self), migrationPlan: StagedFourthPlan.self,
        configurations: ModelConfiguration(url: bench.url))
      #expect(
        container.migrationReports.first?.steps.first?.changes.contains(.removedEntity("Receipt"))
          == true)
    }
    try bench.expectStructure(of: ShopV4.Customer.self, ShopV4.Order.self)
  }

  #if os(Linux)
  @Test("A disk that is full leaves the old store")
  func fullDisk() throws {
    let disk = bench.directory.file("disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
    guard SmallDisk.mount(disk, bytes: 1 << 20) else { return }
    defer { SmallDisk.unmount(disk) }
    let url = disk.appendingPathComponent("shop.store")
    func open(_ version: any VersionedSchema.Type) throws -> ModelContainer {
      try ModelContainer(
        for: Schema(versionedSchema: version), migrationPlan: StagedPlan.self,
        configurations: ModelConfiguration(url: url))
    }
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: ShopV1.self), configurations: ModelConfiguration(url: url)))
      context.insert(ShopV1.Customer("Ada"))
      try context.save()
    }
    let before = try RawDatabase(url).dump()
    Staged.shared.did { context in
      for number in 0..<200 {
        context.insert(ShopV2.Customer(String(repeating: "x", count: 20_000) + "\(number)"))
        // Even where the code goes on regardless.
        try? context.save()
      }
    }
    #expect(throws: SwiftDataError.migrationFailure) { try open(ShopV2.self) }
    #expect(try RawDatabase(url).dump() == before)
    Staged.shared.reset()
    #expect(try ModelContext(open(ShopV2.self)).fetchCount(FetchDescriptor<ShopV2.Customer>()) == 1)
  }
  #endif
}

/// The code that the stages of a test run.
// Sendable: the suite is serialised, and stages run where the container is opened.
private final class Staged: @unchecked Sendable {
  static let shared = Staged()
  private(set) var willMigrate: (@Sendable (ModelContext) throws -> Void)?
  private(set) var didMigrate: (@Sendable (ModelContext) throws -> Void)?
  private(set) var kept: (context: ModelContext, customer: ShopV1.Customer)?
  private(set) var notes: [String: Int] = [:]

  func will(_ code: @escaping @Sendable (ModelContext) throws -> Void) { willMigrate = code }
  func did(_ code: @escaping @Sendable (ModelContext) throws -> Void) { didMigrate = code }
  func keep(_ context: ModelContext, _ customer: ShopV1.Customer) { kept = (context, customer) }
  func note(_ name: String, _ value: Int) { notes[name] = value }

  func reset() {
    willMigrate = nil
    didMigrate = nil
    kept = nil
    notes = [:]
  }
}

private enum StagedPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV1.self, ShopV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ShopV1.self, toVersion: ShopV2.self, willMigrate: Staged.shared.willMigrate,
        didMigrate: Staged.shared.didMigrate)
    ]
  }
}

private enum StagedThirdPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV2.self, ShopV3.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ShopV2.self, toVersion: ShopV3.self, willMigrate: Staged.shared.willMigrate,
        didMigrate: Staged.shared.didMigrate)
    ]
  }
}

private enum StagedFourthPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV3.self, ShopV4.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ShopV3.self, toVersion: ShopV4.self, willMigrate: Staged.shared.willMigrate,
        didMigrate: Staged.shared.didMigrate)
    ]
  }
}
