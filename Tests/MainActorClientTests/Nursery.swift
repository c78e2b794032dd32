import Foundation
import SwiftData

// The models of an app: nothing here says to which actor it belongs, so that all of it is the main
// actor's. Models are not: a context of any actor makes and reads them.

@Model
final class Nursery {
  #Unique<Nursery>([\.name])
  #Index<Nursery>([\.opened])

  var name: String
  var opened = Date(timeIntervalSinceReferenceDate: 0)
  let code: UUID
  var kind = Kind.wholesale
  var place = Place()
  @Attribute(.externalStorage) var map: Data?
  @Relationship(deleteRule: .cascade, inverse: \Sapling.nursery) var saplings: [Sapling] = []
  @Transient var visits = 0
  var beds = 0 {
    didSet { if beds > 9 { beds = 9 } }
  }

  var title: String { "\(name) (\(kind.rawValue))" }

  enum Kind: String, Codable {
    case wholesale, retail
  }

  struct Place: Codable, Hashable {
    var street = ""
    var number: Int?
  }

  init(_ name: String) {
    self.name = name
    code = UUID()
  }

  func plant(_ species: String) { saplings.append(Sapling(species)) }

  static func named(_ name: String) -> FetchDescriptor<Nursery> {
    FetchDescriptor(predicate: #Predicate { $0.name == name })
  }
}

@Model
final class Sapling {
  var species: String
  var nursery: Nursery?

  init(_ species: String) { self.species = species }
}

// Classes that inherit, in versions of a schema.

enum TreesV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Tree.self, Oak.self] }

  @Model
  class Tree {
    var height: Int
    init(height: Int) { self.height = height }
  }

  @Model
  final class Oak: Tree {
    var acorns: Int

    init(height: Int, acorns: Int) {
      self.acorns = acorns
      super.init(height: height)
    }
  }
}

enum TreesV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Tree.self, Oak.self] }

  @Model
  class Tree {
    var height: Int
    var label = ""
    init(height: Int) { self.height = height }
  }

  @Model
  final class Oak: Tree {
    var acorns: Int

    init(height: Int, acorns: Int) {
      self.acorns = acorns
      super.init(height: height)
    }
  }
}

enum TreesPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [TreesV1.self, TreesV2.self] }
  static var stages: [MigrationStage] { [labels] }

  static let labels = MigrationStage.custom(
    fromVersion: TreesV1.self, toVersion: TreesV2.self, willMigrate: nil,
    didMigrate: { context in
      for tree in try context.fetch(FetchDescriptor<TreesV2.Tree>()) {
        tree.label = "\(tree.height) m"
      }
      try context.save()
    })
}

// Models that are the main actor's, whatever the module's declarations are.

@MainActor @Model
final class Almanac {
  var id: UUID
  var title: String
  let founded: Date
  var pages = Almanac.usual
  @Relationship(deleteRule: .cascade, inverse: \Chapter.almanac) var chapters: [Chapter] = []

  static let usual = 12

  init(_ title: String) {
    id = UUID()
    self.title = title
    founded = Date(timeIntervalSinceReferenceDate: 0)
  }
}

@MainActor protocol Headed { var heading: String { get } }

@Model
final class Chapter: Headed {
  var heading: String
  var almanac: Almanac?

  init(_ heading: String) { self.heading = heading }
}
