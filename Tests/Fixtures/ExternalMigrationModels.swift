import Foundation
import StoreTesting
import SwiftData
import Testing

// Two versions of a model whose values lie beside the store, and a plan that writes some.

enum CoffersV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Coffer.self] }

  @Model
  final class Coffer {
    var number: Int
    @Attribute(.externalStorage) var scan: Data
    @Attribute(.externalStorage) var draft: Data

    init(_ number: Int) {
      self.number = number
      scan = CofferStore.bytes(number)
      draft = CofferStore.bytes(number + 100)
    }
  }
}

/// The drafts are gone, the scans have another name, and there are covers.
enum CoffersV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Coffer.self] }

  @Model
  final class Coffer {
    var number: Int
    @Attribute(.externalStorage, originalName: "scan") var image: Data
    @Attribute(.externalStorage) var cover = Data()

    init(_ number: Int, _ image: Data) {
      self.number = number
      self.image = image
    }
  }
}

enum CofferPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [CoffersV1.self, CoffersV2.self] }
  static var stages: [MigrationStage] { [addCovers] }

  static let addCovers = MigrationStage.custom(
    fromVersion: CoffersV1.self, toVersion: CoffersV2.self, willMigrate: nil,
    didMigrate: { context in
      // In two saves, each with files of its own.
      for isOdd in [false, true] {
        for coffer in try context.fetch(FetchDescriptor<CoffersV2.Coffer>())
        where coffer.number % 2 == (isOdd ? 1 : 0) {
          coffer.cover = CofferStore.bytes(coffer.number + 200)
        }
        try context.save()
      }
    })
}

/// The file of the first version, and what the plan must make of it.
enum CofferStore {
  private static let count = 6

  static func bytes(_ seed: Int) -> Data {
    Data(repeating: UInt8(seed), count: 150_000 + seed)
  }

  static func make(at url: URL) throws {
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: CoffersV1.self), configurations: ModelConfiguration(url: url)))
    for number in 0..<count { context.insert(CoffersV1.Coffer(number)) }
    try context.save()
  }

  static func migrate(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: CoffersV2.self), migrationPlan: CofferPlan.self,
      configurations: ModelConfiguration(url: url))
  }

  /// Returns `true` if the plan has migrated a store, and `false` if the store is as it was. Either way,
  /// expects every value to be there.
  static func isMigrated(_ url: URL, _ comment: Comment) throws -> Bool {
    let database = try RawDatabase(url)
    try database.expectSoundness(comment)
    let isMigrated = try ShopStore.version(of: database) == "2.0.0"
    let values = ExternalValues("Coffer", columns(isMigrated), of: url)
    let expected = (0..<count).map { number in
      [number, number + (isMigrated ? 200 : 100)].map { Attic.description(of: bytes($0)) }
        .joined(separator: " ")
    }
    #expect(try values.rows(by: "number") == expected, comment)
    return isMigrated
  }

  /// Every file has a row that names it, and every name a file.
  static func expectAgreement(_ url: URL, _ comment: Comment) throws {
    try ExternalValues("Coffer", columns(true), of: url).expectAgreement(comment)
  }

  private static func columns(_ isMigrated: Bool) -> [String] {
    isMigrated ? ["image", "cover"] : ["scan", "draft"]
  }
}
