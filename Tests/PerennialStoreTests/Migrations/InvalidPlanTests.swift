import Foundation
import SwiftData
import Testing

@testable import Fixtures

/// Plans that contradict themselves are refused by every container that gets them, so that the
/// first test finds them; stores that a plan does not know are left as they are.
@Suite("Invalid migration plans and unknown stores")
struct InvalidPlanTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  private func expectInvalid(
    _ plan: any SchemaMigrationPlan.Type, _ words: String...,
    location: SourceLocation = #_sourceLocation
  ) throws {
    for configuration in [
      ModelConfiguration(isStoredInMemoryOnly: true), ModelConfiguration(url: bench.url),
    ] {
      let error = #expect(throws: SwiftDataError.invalidMigrationPlan, sourceLocation: location) {
        try ModelContainer(
          for: Schema(versionedSchema: ShopV3.self), migrationPlan: plan,
          configurations: configuration)
      }
      for word in words + [String(describing: plan)] {
        #expect(
          error?.explanation.contains(word) == true, "\(String(describing: error))",
          sourceLocation: location)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: bench.url.path))
  }

  @Test("Two versions with the same models")
  func duplicates() throws {
    try expectInvalid(TwinPlan.self, "duplicate checksums", "ShopV1 1.0.0", "Twin 1.1.0")
  }

  @Test("A version twice")
  func twice() throws {
    try expectInvalid(TwicePlan.self, "twice", "ShopV1")
  }

  @Test("A stage that leads nowhere")
  func toItself() throws {
    try expectInvalid(CirclePlan.self, "itself", "ShopV3")
  }

  @Test("No versions at all")
  func empty() throws {
    try expectInvalid(EmptyPlan.self, "no versions")
  }

  // MARK: Stores that a plan does not know

  private func make(_ version: any VersionedSchema.Type) throws {
    _ = try ModelContainer(
      for: Schema(versionedSchema: version), configurations: ModelConfiguration(url: bench.url))
  }

  @Test("A store of a newer version of the program, which the plan does not list")
  func newer() throws {
    try make(ShopV4.self)
    try bench.expectRefusal(
      of: ShopV2.Customer.self, ShopV2.Order.self, saying: "4.0.0", "ShopV2 2.0.0", "Update",
      error: .backwardMigration, version: ShopV2.versionIdentifier, plan: OnlyToSecond.self)
  }

  @Test("A store of a later version of the plan than the container's")
  func backward() throws {
    try make(ShopV4.self)
    try bench.expectRefusal(
      of: ShopV2.Customer.self, ShopV2.Order.self, saying: "ShopV4 4.0.0", "ShopV2 2.0.0", "back",
      error: .backwardMigration, version: ShopV2.versionIdentifier, plan: ShopPlan.self)
  }

  @Test("A store of none of the versions: all versions are named, with what they lack")
  func unknown() throws {
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Customerless.Customer.self, configurations: ModelConfiguration(url: bench.url)))
      context.insert(Customerless.Customer())
      try context.save()
    }
    try bench.expectRefusal(
      of: ShopV2.Customer.self, ShopV2.Order.self,
      saying: "ShopV1 1.0.0", "ShopV2 2.0.0", "Customer.nothing is removed", error: .unknownSchema,
      version: ShopV2.versionIdentifier, plan: OnlyToSecond.self)
  }

  @Test("A store that cannot be migrated by the plan's lightweight stage: the objects are named")
  func issues() throws {
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: ShopV2.self),
          configurations: ModelConfiguration(url: bench.url)))
      context.insert(ShopV2.Order(5))
      try context.save()
    }
    try bench.expectRefusal(
      of: ShopV3.Customer.self, ShopV3.Order.self, saying: "Order.receipt", "1 object:",
      version: ShopV3.versionIdentifier, plan: LightweightThirdPlan.self)
  }
}

private enum Twin: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 1, 0)
  static var models: [any PersistentModel.Type] { ShopV1.models }
}

private enum TwinPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV1.self, Twin.self] }
  static var stages: [MigrationStage] { [] }
}

private enum TwicePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV1.self, ShopV2.self, ShopV1.self] }
  static var stages: [MigrationStage] { [] }
}

private enum CirclePlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV2.self, ShopV3.self] }
  static var stages: [MigrationStage] {
    [ShopPlan.addReceipts, .lightweight(fromVersion: ShopV3.self, toVersion: ShopV3.self)]
  }
}

private enum EmptyPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [] }
  static var stages: [MigrationStage] { [] }
}

private enum LightweightThirdPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShopV2.self, ShopV3.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: ShopV2.self, toVersion: ShopV3.self)]
  }
}

private enum Customerless {
  @Model
  final class Customer {
    var nothing: Int = 0
    init() {}
  }
}
