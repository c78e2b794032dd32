import Foundation
import SwiftData

// The models of the tests of what a migration's code leaves in history.

enum RegattasV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Regatta.self, Heat.self] }

  @Model
  final class Regatta {
    @Attribute(.preserveValueOnDeletion) var place: String
    var boats: Int

    init(_ place: String, boats: Int = 0) {
      self.place = place
      self.boats = boats
    }
  }

  @Model
  final class Heat {
    @Attribute(.preserveValueOnDeletion) var number: Int
    init(_ number: Int) { self.number = number }
  }
}

enum RegattasV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Regatta.self] }

  @Model
  final class Regatta {
    @Attribute(.preserveValueOnDeletion) var place: String
    @Attribute(originalName: "boats") var entries: Int
    var title = ""

    init(_ place: String, entries: Int = 0) {
      self.place = place
      self.entries = entries
    }
  }
}

enum RegattasPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [RegattasV1.self, RegattasV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: RegattasV1.self, toVersion: RegattasV2.self,
        willMigrate: { context in
          context.author = "before"
          try context.delete(model: RegattasV1.Heat.self)
          try context.delete(
            model: RegattasV1.Regatta.self, where: #Predicate { $0.place == "Kiel" })
          for regatta in try context.fetch(FetchDescriptor<RegattasV1.Regatta>()) {
            regatta.boats += 1
          }
          try context.save()
        },
        didMigrate: { context in
          context.author = "after"
          for regatta in try context.fetch(FetchDescriptor<RegattasV2.Regatta>()) {
            regatta.title = "\(regatta.place) \(regatta.entries)"
          }
          context.insert(RegattasV2.Regatta("Cowes"))
        })
    ]
  }
}
