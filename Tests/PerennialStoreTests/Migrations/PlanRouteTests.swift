import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// Of a plan only the way from the store's version to the container's is needed.
@Suite("Ways through a migration plan")
struct PlanRouteTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  private func open(
    _ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: version), migrationPlan: plan,
      configurations: ModelConfiguration(url: bench.url))
  }

  private func fill() throws {
    let context = ModelContext(try open(ShopV2.self))
    let customer = ShopV2.Customer("Ada Lovelace")
    (customer.given, customer.family) = ("Ada", "Lovelace")
    context.insert(customer)
    context.insert(ShopV2.Order(5, by: customer))
    try context.save()
  }

  // MARK: Versions that are not listed

  @Test("13.4 A stage may name a version that the plan does not list", arguments: [true, false])
  func unlisted(_ isNumbered: Bool) throws {
    try fill()
    if !isNumbered {
      try RawDatabase(bench.url).run("DELETE FROM _perennial_metadata WHERE key = 'version'")
    }
    do {
      let container = try open(ShopV3.self, OnlyThirdListed.self)
      let report = try #require(container.migrationReports.first)
      #expect(report.steps.map(\.source) == ["ShopV2 2.0.0"])
      #expect(report.steps.map(\.target) == ["ShopV3 3.0.0"])
      let orders = try ModelContext(container).fetch(FetchDescriptor<ShopV3.Order>())
      #expect(orders.map(\.receipt.text) == ["for 5"])
    }
    #expect(try open(ShopV3.self, OnlyThirdListed.self).migrationReports.isEmpty)
  }

  @Test("13.4 A plan with such a stage makes new stores of the last version that it lists")
  func unlistedFresh() throws {
    _ = try open(ShopV3.self, LaterNamed.self)
    #expect(
      try bench.rows("SELECT value FROM _perennial_metadata WHERE key = 'version'") == [["3.0.0"]])
    // Models that are of no version: the last one of the list is meant, and not the one of the stage.
    let other = try MigrationBench()
    _ = try ModelContainer(
      for: Schema([PostBase.Parcel.self]), migrationPlan: LaterNamed.self,
      configurations: ModelConfiguration(url: other.url))
    #expect(
      try other.rows("SELECT value FROM _perennial_metadata WHERE key = 'version'") == [["3.0.0"]])
  }

  // MARK: Gaps

  @Test("13.4 A plan needs only the way from the store's version to the container's")
  func gapElsewhere() throws {
    let fresh = try MigrationBench()
    for configuration in [
      ModelConfiguration(isStoredInMemoryOnly: true), ModelConfiguration(url: fresh.url),
    ] {
      _ = try ModelContainer(
        for: Schema(versionedSchema: ShopV3.self), migrationPlan: GapPlan.self,
        configurations: configuration)
    }
    try fill()
    #expect(try open(ShopV3.self, GapPlan.self).migrationReports.map(\.steps.count) == [1])
  }

  @Test("13.4 A store before a gap is refused, by the dry run too, and the gap is named")
  func gap() throws {
    do {
      let context = ModelContext(try open(ShopV1.self))
      context.insert(ShopV1.Customer("Ada Lovelace"))
      try context.save()
    }
    try bench.expectRefusal(
      of: ShopV3.Customer.self, ShopV3.Order.self, saying: "GapPlan", "gap", "ShopV1 1.0.0",
      "ShopV3 3.0.0", bench.url.path, error: .invalidMigrationPlan,
      version: ShopV3.versionIdentifier, plan: GapPlan.self)
    #expect(throws: SwiftDataError.invalidMigrationPlan) {
      try ModelContainer.migrationReports(
        for: Schema(versionedSchema: ShopV3.self), migrationPlan: GapPlan.self,
        configurations: ModelConfiguration(url: bench.url))
    }
  }

  // MARK: Down

  @Test("13.4 Stages that lead down open new stores, and stores of the later version")
  func down() throws {
    do {
      let context = ModelContext(try open(ShopV1.self, DownPlan.self))
      context.insert(ShopV1.Customer("Ada Lovelace"))
      try context.save()
    }
    #expect(
      try bench.rows("SELECT value FROM _perennial_metadata WHERE key = 'version'") == [["1.0.0"]])
    let other = try MigrationBench()
    do {
      let context = ModelContext(try other.container(ShopV2.models, version: .init(2, 0, 0)))
      let customer = ShopV2.Customer("")
      (customer.given, customer.family) = ("Ada", "Lovelace")
      context.insert(customer)
      try context.save()
    }
    do {
      let container = try other.container(
        ShopV1.models, version: .init(1, 0, 0), plan: DownPlan.self)
      let names = try ModelContext(container).fetch(FetchDescriptor<ShopV1.Customer>()).map(\.name)
      #expect(names == ["Lovelace, Ada"])
    }
    try other.expectStructure(of: ShopV1.Customer.self, ShopV1.Order.self)
  }

  // MARK: Entities of versions on the way

  enum Arrangement: CaseIterable { case withoutSchema, withSchema, twoStores }

  @Test(
    "13.4 An entity that only a version on the way has is there for its stages",
    arguments: Arrangement.allCases)
  func onTheWay(_ arrangement: Arrangement) throws {
    let jars = bench.directory.file("jars.store")
    func configurations(
      _ boxes: any PersistentModel.Type, _ jar: any PersistentModel.Type
    ) -> [ModelConfiguration] {
      switch arrangement {
      case .withoutSchema: [ModelConfiguration(url: bench.url)]
      case .withSchema: [ModelConfiguration(schema: Schema([boxes, jar]), url: bench.url)]
      case .twoStores:
        [
          ModelConfiguration("boxes", schema: Schema([boxes]), url: bench.url),
          ModelConfiguration("jars", schema: Schema([jar]), url: jars),
        ]
      }
    }
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: CellarV1.self), migrationPlan: CellarPlan.self,
          configurations: configurations(CellarV1.Box.self, CellarV1.Jar.self)))
      for name in ["nails", "screws"] { context.insert(CellarV1.Box(name)) }
      context.insert(CellarV1.Jar("plums"))
      try context.save()
    }
    do {
      let told = try ModelContainer.migrationReports(
        for: Schema(versionedSchema: CellarV3.self), migrationPlan: CellarPlan.self,
        configurations: configurations(CellarV3.Box.self, CellarV3.Jar.self))
      #expect(told.allSatisfy { $0.steps.count == 2 && $0.isPossible })
      #expect(told[0].steps[0].changes.contains(.addedEntity("Label")))
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: CellarV3.self), migrationPlan: CellarPlan.self,
          configurations: configurations(CellarV3.Box.self, CellarV3.Jar.self)))
      let captions = try context.fetch(FetchDescriptor<CellarV3.Box>()).map(\.caption)
      #expect(captions.sorted() == ["for nails", "for screws"])
      #expect(try context.fetch(FetchDescriptor<CellarV3.Jar>()).map(\.name) == ["plums"])
    }
    // The entity of the intermediate version is gone from every store.
    for url in [bench.url, jars] where FileManager.default.fileExists(atPath: url.path) {
      #expect(
        try RawDatabase(url).rows("SELECT name FROM sqlite_master WHERE name LIKE '%Label%'")
          .isEmpty)
      #expect(
        try RawDatabase(url).rows("SELECT name FROM _perennial_entities WHERE name = 'Label'")
          .isEmpty)
    }
    if arrangement == .twoStores {
      let entities = "SELECT name FROM _perennial_entities"
      #expect(try RawDatabase(bench.url).rows(entities) == [["Box"]])
      #expect(try RawDatabase(jars).rows(entities) == [["Jar"]])
      #expect(try RawDatabase(jars).rows("PRAGMA foreign_key_check").isEmpty)
    } else {
      try bench.expectStructure(of: CellarV3.Box.self, CellarV3.Jar.self)
    }
  }

  @Test("13.4 A configuration that leaves out an entity of a version does not get it")
  func leftOut() throws {
    func configuration(_ type: any PersistentModel.Type) -> ModelConfiguration {
      ModelConfiguration(schema: Schema([type]), url: bench.url)
    }
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema([CellarV1.Jar.self]), migrationPlan: CellarPlan.self,
          configurations: configuration(CellarV1.Jar.self)))
      context.insert(CellarV1.Jar("plums"))
      try context.save()
    }
    do {
      let container = try ModelContainer(
        for: Schema([CellarV3.Jar.self], version: .init(3, 0, 0)), migrationPlan: CellarPlan.self,
        configurations: configuration(CellarV3.Jar.self))
      #expect(try ModelContext(container).fetch(FetchDescriptor<CellarV3.Jar>()).count == 1)
    }
    #expect(try bench.rows("SELECT name FROM _perennial_entities") == [["Jar"]])
  }
}

private enum OnlyThirdListed: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV3.self] }
  static var stages: [MigrationStage] { [ShopPlan.addReceipts] }
}

/// A stage leads further than the last version that is listed.
private enum LaterNamed: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV2.self, ShopV3.self] }
  static var stages: [MigrationStage] { [ShopPlan.addReceipts, ShopPlan.rename] }
}

private enum GapPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV1.self, ShopV2.self, ShopV3.self] }
  static var stages: [MigrationStage] { [ShopPlan.addReceipts] }
}

private enum DownPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV1.self, ShopV2.self] }
  static var stages: [MigrationStage] { ShopReversePlan.stages }
}

private enum CellarV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Box.self, Jar.self] }

  @Model
  final class Box {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model
  final class Jar {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

/// Labels exist in this version alone.
private enum CellarV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Box.self, Label.self, Jar.self] }

  @Model
  final class Box {
    var name: String
    var label: Label?
    init(_ name: String) { self.name = name }
  }

  @Model
  final class Label {
    var text: String
    @Relationship(inverse: \Box.label) var boxes: [Box] = []
    init(_ text: String) { self.text = text }
  }

  @Model
  final class Jar {
    var name: String
    var size: Int = 1
    init(_ name: String) { self.name = name }
  }
}

private enum CellarV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Box.self, Jar.self] }

  @Model
  final class Box {
    var name: String
    var caption: String = ""
    init(_ name: String) { self.name = name }
  }

  @Model
  final class Jar {
    var name: String
    var size: Int = 1
    var isOpen: Bool = false
    init(_ name: String) { self.name = name }
  }
}

private enum CellarPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [CellarV1.self, CellarV2.self, CellarV3.self]
  }

  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: CellarV1.self, toVersion: CellarV2.self, willMigrate: nil,
        didMigrate: { context in
          for box in try context.fetchIfKnown(CellarV2.Box.self) {
            box.label = CellarV2.Label("for \(box.name)")
          }
        }),
      .custom(
        fromVersion: CellarV2.self, toVersion: CellarV3.self,
        willMigrate: { context in
          for label in try context.fetchIfKnown(CellarV2.Label.self) {
            for box in label.boxes { box.name += "\n\(label.text)" }
            context.delete(label)
          }
        },
        didMigrate: { context in
          for box in try context.fetchIfKnown(CellarV3.Box.self) {
            let parts = box.name.split(separator: "\n").map(String.init)
            guard parts.count == 2 else { continue }
            (box.name, box.caption) = (parts[0], parts[1])
          }
        }),
    ]
  }
}

extension ModelContext {
  /// The objects of a model, if the store that is being migrated has its entity.
  fileprivate func fetchIfKnown<Model: PersistentModel>(_ type: Model.Type) throws -> [Model] {
    guard container.schema.entity(for: type) != nil else { return [] }
    return try fetch(FetchDescriptor<Model>())
  }
}
