import Foundation
import SwiftData
import Testing

enum PathsV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Path.self] }

  @Model
  final class Path {
    var name: String
    init(name: String) { self.name = name }
  }
}

enum PathsV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Path.self] }

  @Model
  final class Path {
    var name: String
    var length: Int?
    init(name: String) { self.name = name }
  }
}

enum PathsV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Path.self] }

  @Model
  final class Path {
    var name: String
    var length: Int?
    var isLong = false
    init(name: String) { self.name = name }
  }
}

enum PathsPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [PathsV1.self, PathsV2.self, PathsV3.self] }
  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: PathsV1.self, toVersion: PathsV2.self),
      .custom(
        fromVersion: PathsV2.self, toVersion: PathsV3.self,
        willMigrate: { context in
          for path in try context.fetch(FetchDescriptor<PathsV2.Path>()) { path.length = 7 }
          try context.save()
        },
        didMigrate: { context in
          for path in try context.fetch(FetchDescriptor<PathsV3.Path>()) { path.isLong = true }
          try context.save()
        }),
    ]
  }
}

/// Migration plans: versioned schemas, lightweight and custom stages.
///
/// A store of version 1 that is opened with the plan and version 3 runs both stages. `willMigrate` sees
/// the models of the former version, `didMigrate` those of the next one. Both can fetch, change and save.
@Suite("Conformance: migration")
struct MigrationConformance {
  @Test("A plan brings a store from the first version to the last")
  func plan() throws {
    try inDirectory { directory in
      let url = directory.appendingPathComponent("paths.store")
      do {
        let container = try ModelContainer(
          for: Schema(versionedSchema: PathsV1.self),
          configurations: [ModelConfiguration(url: url)])
        let context = ModelContext(container)
        try context.add(PathsV1.Path(name: "ridge"))
      }
      let container = try ModelContainer(
        for: Schema(versionedSchema: PathsV3.self), migrationPlan: PathsPlan.self,
        configurations: [ModelConfiguration(url: url)])
      #expect(container.migrationPlan != nil)
      let paths = try ModelContext(container).all(PathsV3.Path.self)
      #expect(paths.map(\.name) == ["ridge"])
      #expect(paths.map(\.length) == [7])
      #expect(paths.map(\.isLong) == [true])
    }
  }

  @Test("Versions and stages as values")
  func values() {
    #expect(PathsPlan.schemas.map { $0.versionIdentifier.major } == [1, 2, 3])
    #expect(PathsV1.models.count == 1)
    guard case .lightweight(fromVersion: let from, toVersion: let to)? = PathsPlan.stages.first
    else {
      Issue.record("the first stage is lightweight")
      return
    }
    #expect(from is PathsV1.Type)
    #expect(to is PathsV2.Type)
  }
}
