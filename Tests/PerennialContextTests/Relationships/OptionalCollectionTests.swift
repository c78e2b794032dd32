import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Optional to-many relationships")
struct OptionalCollectionTests {
  /// The ways in which an object comes by a collection without members.
  enum Beginning: CaseIterable {
    case neverSet, setToNil, setToEmpty, nilLater

    func make() -> Trunk {
      switch self {
      case .neverSet: return Trunk("T")
      case .setToNil: return Trunk("T", branches: nil, twigs: nil)
      case .setToEmpty: return Trunk("T", branches: [], twigs: [])
      case .nilLater:
        let trunk = Trunk("T", branches: [Branch("b")], twigs: [Twig("t")])
        trunk.branches = nil
        trunk.twigs = nil
        return trunk
      }
    }
  }

  private func only(_ container: ModelContainer) throws -> Trunk {
    try #require(try ModelContext(container).fetch(FetchDescriptor<Trunk>()).first)
  }

  @Test(
    "13.1 An optional to-many relationship is never nil",
    arguments: Beginning.allCases, Place.allCases)
  func neverNil(beginning: Beginning, place: Place) throws {
    try place.with(Trunk.self) { container in
      func expectEmpty(_ trunk: Trunk) {
        #expect(trunk.branches?.isEmpty == true && trunk.twigs?.isEmpty == true)
      }
      let context = ModelContext(container)
      let trunk = beginning.make()
      expectEmpty(trunk)
      context.insert(trunk)
      expectEmpty(trunk)
      try context.save()
      expectEmpty(trunk)
      expectEmpty(try only(container))
      #expect(try only(container).getValue(forKey: \.branches)?.isEmpty == true)
    }
  }

  @Test(
    "13.1 append through an optional chain stores the object, before insertion and after",
    arguments: Beginning.allCases, Place.allCases)
  func append(beginning: Beginning, place: Place) throws {
    try place.with(Trunk.self) { container in
      let context = ModelContext(container)
      let trunk = beginning.make()
      trunk.branches?.append(Branch("1"))
      trunk.twigs?.append(Twig("1"))
      #expect(trunk.branches?.first?.trunk === trunk)
      context.insert(trunk)
      trunk.branches?.append(Branch("2"))
      trunk.twigs?.append(Twig("2"))
      try context.save()
      trunk.branches?.append(Branch("3"))
      trunk.twigs?.append(Twig("3"))
      try context.save()
      let found = try only(container)
      #expect(found.branches?.map(\.name) == ["1", "2", "3"])
      #expect(found.twigs?.map(\.name) == ["1", "2", "3"])
      #expect(found.twigs?.first?.trunks?.map(\.name) == ["T"])
    }
  }

  @Test("13.1 nil empties an optional to-many relationship", arguments: Place.allCases)
  func nilEmpties(place: Place) throws {
    try place.with(Trunk.self) { container in
      let context = ModelContext(container)
      let (branch, twig) = (Branch("b"), Twig("t"))
      context.insert(Trunk("T", branches: [branch], twigs: [twig]))
      try context.save()
      // Of objects whose collections are not loaded.
      let other = ModelContext(container)
      let trunk = try #require(try other.fetch(FetchDescriptor<Trunk>()).first)
      trunk.branches = nil
      trunk.setValue(forKey: \.twigs, to: nil)
      #expect(trunk.branches?.isEmpty == true && trunk.twigs?.isEmpty == true)
      try other.save()
      #expect(branch.trunk == nil && twig.trunks?.isEmpty == true)
      #expect(try only(container).branches?.isEmpty == true)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Branch>()) == 1)
    }
  }

  @Test("13.1 Predicates find objects whose collection was never set", arguments: Place.allCases)
  func predicates(place: Place) throws {
    try place.with(Trunk.self) { container in
      let context = ModelContext(container)
      context.insert(Trunk("full", branches: [Branch("b")], twigs: [Twig("t")]))
      for beginning in Beginning.allCases {
        let trunk = beginning.make()
        trunk.name = "empty"
        context.insert(trunk)
      }
      try context.save()
      func expect(
        _ predicate: Predicate<Trunk>, _ names: Set<String>,
        location: SourceLocation = #_sourceLocation
      ) throws {
        let found = try ModelContext(container).fetch(FetchDescriptor(predicate: predicate))
        #expect(Set(found.map(\.name)) == names, sourceLocation: location)
        let evaluated = try ModelContext(container).fetch(FetchDescriptor<Trunk>()).filter {
          try predicate.evaluate($0)
        }
        #expect(evaluated.count == found.count, sourceLocation: location)
      }
      try expect(#Predicate { $0.branches?.isEmpty == true }, ["empty"])
      try expect(#Predicate { $0.twigs?.isEmpty == true }, ["empty"])
      try expect(#Predicate { $0.branches?.isEmpty ?? false }, ["empty"])
      try expect(#Predicate { $0.twigs?.isEmpty ?? true }, ["empty"])
      try expect(#Predicate { $0.branches?.count == 0 }, ["empty"])
      try expect(#Predicate { $0.twigs?.count == 0 }, ["empty"])
      try expect(#Predicate { $0.branches == nil }, [])
      try expect(#Predicate { $0.twigs != nil }, ["empty", "full"])
      try expect(#Predicate { $0.branches?.contains { $0.name == "b" } == true }, ["full"])
      try expect(#Predicate { $0.twigs?.contains { $0.name == "t" } != true }, ["empty"])
    }
  }

  @Test("13.1 Nothing in the file tells a nil collection from an empty one")
  func file() throws {
    let bench = try MigrationBench()
    try bench.fill(Trunk("T"))
    #expect(try RawDatabase(bench.url).columns(of: "Trunk") == ["\"_pk\"", "\"name\""])
  }
}

@Model
final class Trunk {
  var name: String
  @Relationship(inverse: \Branch.trunk) var branches: [Branch]?
  @Relationship(inverse: \Twig.trunks) var twigs: [Twig]?

  init(_ name: String) { self.name = name }

  init(_ name: String, branches: [Branch]?, twigs: [Twig]?) {
    self.name = name
    self.branches = branches
    self.twigs = twigs
  }
}

@Model
final class Branch {
  var name: String
  var trunk: Trunk?

  init(_ name: String) { self.name = name }
}

@Model
final class Twig {
  var name: String
  var trunks: [Trunk]?

  init(_ name: String) { self.name = name }
}
