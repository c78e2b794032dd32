import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("Migration reports")
struct MigrationReportTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  private func report(
    _ types: [any PersistentModel.Type], plan: (any SchemaMigrationPlan.Type)? = nil,
    version: Schema.Version = Schema.Version(1, 0, 0), allowsSave: Bool = true
  ) throws -> MigrationReport {
    let exists = FileManager.default.fileExists(atPath: bench.url.path)
    let before = exists ? try bench.dump() : []
    let reports = try ModelContainer.migrationReports(
      for: Schema(types, version: version), migrationPlan: plan,
      configurations: ModelConfiguration(url: bench.url, allowsSave: allowsSave))
    #expect(reports.count == 1)
    #expect(FileManager.default.fileExists(atPath: bench.url.path) == exists)
    if exists { #expect(try bench.dump() == before) }
    return try #require(reports.first)
  }

  @Test("Nothing is needed where there is no store, and none is made")
  func nothing() throws {
    #expect(try !report(ShopV4.models, plan: ShopPlan.self).isNeeded)
    let memory = try ModelContainer.migrationReports(
      for: ShopV1.Customer.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(memory.map(\.isNeeded) == [false])
  }

  @Test("Nothing is needed where the store has the schema")
  func same() throws {
    try bench.fill(PostBase.Parcel("a"))
    let report = try report([PostBase.Parcel.self])
    #expect(!report.isNeeded && report.isPossible)
    #expect(report.url == bench.url)
  }

  @Test("What is told beforehand is what is done", arguments: [true, false])
  func told(_ isOpen: Bool) throws {
    try bench.fill(PostBase.Parcel("a"), PostBase.Parcel("b"), PostAdded.Stamp("rose"))
    let open = isOpen ? try bench.container(PostBase.Parcel.self) : nil
    let told = try report([PostRenamed.Parcel.self])
    #expect(told.isNeeded && told.isPossible)
    #expect(told.steps.first?.changes.contains(.retiredEntity("Stamp", objects: 1)) == true)
    withExtendedLifetime(open) {}
    let container = try bench.container(PostRenamed.Parcel.self)
    #expect(container.migrationReports == [told])
  }

  @Test("What is in the way is told, all of it")
  func issues() throws {
    try bench.fill(
      PostBase.Parcel("twin", weight: 1), PostBase.Parcel("twin", weight: 2, note: "n"))
    let strict = try report([PostStrict.Parcel.self])
    #expect(!strict.isPossible)
    #expect(strict.issues.map(\.propertyNames) == [["note"]])
    #expect(strict.issues.map(\.count) == [1])
    let unique = try report([PostUnique.Parcel.self])
    #expect(unique.issues.map(\.propertyNames) == [["code"]])
    #expect(unique.issues.map(\.count) == [2])
    #expect(unique.issues[0].identifiers.count == 2)
    #expect("\(unique)".contains("twin"))
    // A program that may only read gets the same report.
    #expect(try report([PostUnique.Parcel.self], allowsSave: false) == unique)
  }

  @Test("Uniqueness of what is converted or renamed is looked at as it would be")
  func converted() throws {
    try bench.fill(PostBase.Parcel("twin"), PostBase.Parcel("twin"))
    #expect(try report([PostRenamed.Parcel.self]).issues.map(\.propertyNames) == [["title"]])
  }

  @Test("A plan's stages are told, and what comes before the first code is looked at")
  func plan() throws {
    do {
      let context = ModelContext(try bench.container(ShopV1.models))
      context.insert(ShopV1.Customer("Ada Lovelace"))
      context.insert(ShopV1.Customer("Ada Lovelace"))
      try context.save()
    }
    let report = try report(
      ShopV4.models, plan: ShopPlan.self, version: ShopV4.versionIdentifier)
    #expect(report.steps.map(\.source) == ["ShopV1 1.0.0", "ShopV2 2.0.0", "ShopV3 3.0.0"])
    #expect(report.steps.map(\.isCustom) == [true, true, false])
    #expect(report.steps[1].changes.contains(.addedEntity("Receipt")))
    #expect(
      report.steps[2].changes.contains(
        .renamedProperty(entity: "Customer", from: "family", to: "surname")))
    // Names are not unique yet, but code sees to them.
    #expect(report.isPossible)
  }

  @Test("A preview runs stages without code one after the other")
  func stages() throws {
    try bench.fill(PostBase.Parcel("twin"), PostBase.Parcel("twin"))
    let report = try report([ParcelsThird.Parcel.self], plan: ParcelPlan.self)
    #expect(report.steps.count == 2)
    #expect(report.issues.map(\.propertyNames) == [["headline"]])
    #expect(throws: SwiftDataError.migrationFailure) {
      try bench.container(ParcelsThird.Parcel.self, plan: ParcelPlan.self)
    }
  }

  @Test("A store that cannot be migrated at all is told by the error of opening it")
  func errors() throws {
    do {
      let container = try bench.container(ShopV4.models, version: ShopV4.versionIdentifier)
      _ = container
    }
    #expect(throws: SwiftDataError.backwardMigration) {
      try report(ShopV2.models, plan: OnlyToSecond.self)
    }
  }
}

private enum ParcelsFirst: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [PostBase.Parcel.self] }
}

private enum ParcelsSecond: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Parcel.self] }

  @Model
  final class Parcel {
    @Attribute(originalName: "code") var title: String
    var weight: Int
    init(_ title: String) {
      self.title = title
      weight = 0
    }
  }
}

private enum ParcelsThird: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Parcel.self] }

  @Model
  final class Parcel {
    @Attribute(.unique, originalName: "title") var headline: String
    var weight: Double
    init(_ headline: String) {
      self.headline = headline
      weight = 0
    }
  }
}

private enum ParcelPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [ParcelsFirst.self, ParcelsSecond.self, ParcelsThird.self]
  }
  static var stages: [MigrationStage] { [] }
}
