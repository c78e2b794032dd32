import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// A required attribute without a default may be filled by `didMigrate`: the rows are looked at when it has
/// run.
@Suite("Migration stages: required attributes")
struct RequiredAttributeTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  /// Plants of the first version, which know their name and perhaps a height.
  private func fill(_ names: String...) throws {
    let context = ModelContext(
      try bench.container(GardenV1.models, version: GardenV1.versionIdentifier))
    for (number, name) in names.enumerated() {
      context.insert(GardenV1.Plant(name, height: number == 0 ? nil : Double(number)))
    }
    try context.save()
  }

  private func open(
    will: StageBody? = nil, did: StageBody? = nil
  ) throws -> ModelContainer {
    try Stage.$willMigrate.withValue(will) {
      try Stage.$didMigrate.withValue(did) {
        try bench.container(
          GardenV2.models, version: GardenV2.versionIdentifier, plan: GardenPlan.self)
      }
    }
  }

  private static func plants(_ context: ModelContext) throws -> [GardenV2.Plant] {
    try context.fetch(FetchDescriptor<GardenV2.Plant>(sortBy: [SortDescriptor(\.name)]))
  }

  /// Gives a plant all that it has to have.
  private static func complete(_ plant: GardenV2.Plant, _ number: Int) {
    plant.code = "code \(number)"
    plant.count = number
    plant.weight = Double(number)
    plant.identity = UUID()
    plant.kind = .tree
    plant.place = GardenV2.Place(bed: number, isSunny: true)
    plant.link = URL(fileURLWithPath: "/plants/\(number)")
    plant.price = Decimal(number)
    plant.photo = Data([UInt8(truncatingIfNeeded: number)])
    plant.height = max(plant.height, 0.5)
  }

  @Test("13.21 didMigrate fills new required attributes of every type")
  func filled() throws {
    try fill("ash", "birch", "cedar")
    do {
      let container = try open(did: { context in
        for (number, plant) in try Self.plants(context).enumerated() {
          Self.complete(plant, number)
        }
      })
      let plants = try Self.plants(ModelContext(container))
      #expect(plants.map(\.code) == ["code 0", "code 1", "code 2"])
      #expect(plants.map(\.count) == [0, 1, 2])
      #expect(plants.map(\.kind) == [.tree, .tree, .tree])
      #expect(plants.map(\.height) == [0.5, 1, 2])
      #expect(plants.map(\.place.bed) == [0, 1, 2])
    }
    try bench.expectStructure(of: GardenV2.Plant.self)
    #expect(try bench.rows("SELECT name FROM sqlite_master WHERE name LIKE '%unassigned%'").isEmpty)
  }

  @Test("13.21 Until it is assigned, an attribute reads as an empty value of its type")
  func neutral() throws {
    try fill("ash", "birch")
    _ = try open(did: { context in
      for (number, plant) in try Self.plants(context).enumerated() {
        #expect(plant.code.isEmpty && plant.count == 0 && plant.weight == 0)
        #expect(plant.kind == .herb)
        #expect(plant.place == GardenV2.Place(bed: 0, isSunny: false))
        #expect(plant.price == 0 && plant.photo.isEmpty)
        #expect(plant.height == Double(number))
        Self.complete(plant, number)
      }
    })
  }

  @Test("13.21 A value that equals the empty one counts once it is assigned")
  func assignedEmpty() throws {
    try fill("ash")
    let container = try open(did: { context in
      for plant in try Self.plants(context) {
        Self.complete(plant, 0)
        (plant.code, plant.count, plant.weight, plant.height) = ("", 0, 0, 0)
        (plant.kind, plant.photo) = (.herb, Data())
      }
    })
    #expect(try Self.plants(ModelContext(container)).map(\.count) == [0])
  }

  @Test("13.21 What is not assigned is refused at the end: entity, property, count, identifiers")
  func unassigned() throws {
    try fill("ash", "birch", "cedar")
    let keys = try bench.rows("SELECT _pk FROM Plant WHERE name <> 'ash' ORDER BY _pk").joined()
    let before = try bench.dump()
    let error = #expect(throws: SwiftDataError.migrationFailure) {
      try open(did: { context in
        for (number, plant) in try Self.plants(context).enumerated() {
          if plant.name == "ash" {
            Self.complete(plant, number)
          } else {
            // To change something else in the row is no assignment.
            plant.name += "!"
            plant.code = "code \(number)"
          }
        }
      })
    }
    #expect(
      error?.explanation.contains("Plant.kind: is required") == true, "\(String(describing: error))"
    )
    #expect(error?.explanation.contains("2 objects: \(keys.joined(separator: ", "))") == true)
    #expect(error?.explanation.contains("Plant.code") == false)
    // The height of birch and cedar was there.
    #expect(error?.explanation.contains("Plant.height") == false)
    #expect(Set(error?.identifiers.map { "\($0.rowID ?? 0)" } ?? []) == Set(keys))
    #expect(error?.identifiers.allSatisfy { $0.entityName == "Plant" } == true)
    #expect(try bench.dump() == before)
  }

  @Test("13.21 An optional attribute that becomes required is filled where it was nil")
  func becameRequired() throws {
    try fill("ash", "birch")
    let error = #expect(throws: SwiftDataError.migrationFailure) {
      try open(did: { context in
        for (number, plant) in try Self.plants(context).enumerated() where plant.name == "birch" {
          Self.complete(plant, number)
        }
        for (number, plant) in try Self.plants(context).enumerated() where plant.name == "ash" {
          let height = plant.height
          #expect(height == 0)
          plant.code = "code \(number)"
          (plant.count, plant.weight, plant.identity, plant.kind) = (1, 1, UUID(), .herb)
          plant.place = GardenV2.Place(bed: 1, isSunny: false)
          (plant.link, plant.price) = (URL(fileURLWithPath: "/"), 1)
          plant.photo = Data()
        }
      })
    }
    #expect(error?.explanation.contains("Plant.height") == true, "\(String(describing: error))")
    #expect(error?.explanation.contains("1 object:") == true)
  }

  @Test("13.21 Deleted objects need no value, new ones have theirs, and batch updates assign")
  func otherWays() throws {
    try fill("ash", "birch", "cedar")
    let container = try open(did: { context in
      let plants = try Self.plants(context)
      Self.complete(plants[0], 0)
      context.delete(plants[1])
      Self.complete(plants[2], 2)
      context.insert(GardenV2.Plant(copyOf: plants[0]))
      try context.save()
      try context.update(model: GardenV2.Plant.self, setting: [.set(\.count, to: 9)])
    })
    #expect(try Self.plants(ModelContext(container)).map(\.count) == [9, 9, 9])
  }

  @Test("13.21 A batch update is enough")
  func batchUpdate() throws {
    do {
      let context = ModelContext(
        try bench.container(ShedV1.models, version: ShedV1.versionIdentifier))
      for name in ["rake", "spade"] { context.insert(ShedV1.Tool(name)) }
      try context.save()
    }
    let container = try Stage.$didMigrate.withValue({ context in
      try context.update(model: ShedV2.Tool.self, setting: [.set(\.count, to: 3)])
    }) {
      try bench.container(ShedV2.models, version: ShedV2.versionIdentifier, plan: ShedPlan.self)
    }
    #expect(
      try ModelContext(container).fetch(FetchDescriptor<ShedV2.Tool>()).map(\.count) == [3, 3])
  }

  @Test("13.21 Values that are to be unique are looked at when didMigrate has assigned them")
  func unique() throws {
    try fill("ash", "birch")
    let before = try bench.dump()
    let error = #expect(throws: SwiftDataError.migrationFailure) {
      try open(did: { context in
        for (number, plant) in try Self.plants(context).enumerated() {
          Self.complete(plant, number)
          plant.code = "twin"
        }
      })
    }
    #expect(error?.explanation.contains("Plant.code: must be unique") == true)
    #expect(error?.identifiers.count == 2)
    #expect(try bench.dump() == before)
  }

  @Test("13.21 A stage without didMigrate fills nothing", arguments: [true, false])
  func withoutDidMigrate(_ isCustom: Bool) throws {
    try fill("ash")
    let before = try bench.dump()
    let nothing: StageBody = { _ in }
    let error = #expect(throws: SwiftDataError.migrationFailure) {
      try open(will: isCustom ? nothing : nil)
    }
    #expect(error?.explanation.contains("Plant.code: is required") == true)
    #expect(try bench.dump() == before)
  }

  // MARK: The dry run

  @Test("13.21 The dry run takes no attribute for an issue that didMigrate may fill")
  func dryRun() throws {
    try fill("ash")
    func report() throws -> MigrationReport {
      try #require(
        try ModelContainer.migrationReports(
          for: Schema(versionedSchema: GardenV2.self), migrationPlan: GardenPlan.self,
          configurations: ModelConfiguration(url: bench.url)
        ).first)
    }
    let custom = try Stage.$didMigrate.withValue({ _ in }) { try report() }
    #expect(custom.isPossible && custom.steps.map(\.isCustom) == [true])
    let plain = try report()
    #expect(plain.steps.map(\.isCustom) == [false])
    #expect(
      Set(plain.issues.flatMap(\.propertyNames)).isSuperset(of: ["code", "kind", "height"]))
  }

  @Test("13.21 The dry run tells what only opening told: defaults of objects that are not unique")
  func unequalDefaults() throws {
    do {
      let context = ModelContext(
        try bench.container(ShedV1.models, version: ShedV1.versionIdentifier))
      for name in ["rake", "spade", "hoe"] { context.insert(ShedV1.Tool(name)) }
      try context.save()
    }
    let before = try bench.dump()
    let report = try #require(
      try ModelContainer.migrationReports(
        for: Lottery.Tool.self, configurations: ModelConfiguration(url: bench.url)
      ).first)
    #expect(report.issues.map(\.propertyNames) == [["ticket"]])
    #expect(try bench.dump() == before)
    #expect(throws: SwiftDataError.migrationFailure) { try bench.container(Lottery.Tool.self) }
    #expect(try bench.dump() == before)
  }
}

private typealias StageBody = @Sendable (ModelContext) throws -> Void

/// The code that the stages of a test run.
private enum Stage {
  @TaskLocal static var willMigrate: StageBody?
  @TaskLocal static var didMigrate: StageBody?
}

private enum GardenV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Plant.self] }

  @Model
  final class Plant {
    var name: String
    var height: Double?
    init(_ name: String, height: Double?) {
      self.name = name
      self.height = height
    }
  }
}

private enum GardenV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Plant.self] }

  enum Kind: String, Codable, CaseIterable { case herb, tree }
  struct Place: Codable, Equatable { var bed: Int, isSunny: Bool }

  @Model
  final class Plant {
    var name: String
    var height: Double
    @Attribute(.unique) var code: String
    var count: Int
    var weight: Double
    var identity: UUID
    var kind: Kind
    var place: Place
    var link: URL
    var price: Decimal
    @Attribute(.externalStorage) var photo: Data

    init(copyOf other: Plant) {
      name = "\(other.name) again"
      height = other.height
      code = "\(other.code) again"
      count = other.count
      weight = other.weight
      identity = UUID()
      kind = other.kind
      place = other.place
      link = other.link
      price = other.price
      photo = other.photo
    }
  }
}

private enum GardenPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [GardenV1.self, GardenV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: GardenV1.self, toVersion: GardenV2.self, willMigrate: Stage.willMigrate,
        didMigrate: Stage.didMigrate)
    ]
  }
}

private enum ShedV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Tool.self] }

  @Model
  final class Tool {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

private enum ShedV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Tool.self] }

  @Model
  final class Tool {
    var name: String
    var count: Int
    init(_ name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }
}

private enum ShedPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ShedV1.self, ShedV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ShedV1.self, toVersion: ShedV2.self, willMigrate: nil,
        didMigrate: Stage.didMigrate)
    ]
  }
}

/// Two tickets for any number of tools.
private enum Lottery {
  private static let drawn = Guarded(0)

  static func draw() -> Int {
    drawn.withLock { number in
      number += 1
      return number % 2
    }
  }

  @Model
  final class Tool {
    var name: String
    @Attribute(.unique) var ticket: Int = Lottery.draw()
    init(_ name: String) { self.name = name }
  }
}
