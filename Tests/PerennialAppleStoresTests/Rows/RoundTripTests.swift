import AppleStoreTesting
import Foundation
import RandomTesting
import StoreTesting
import Testing

@testable import PerennialAppleStores

/// Random models with objects, written by the layout's documented rules. `PERENNIAL_SEED=…` repeats one store alone.
@Suite("Apple stores: random models and objects")
struct RoundTripTests {
  private static let parts: UInt64 = 4

  @Test("Each value and reference that is written is read", arguments: 0..<parts)
  func roundTrip(part: UInt64) throws {
    let count = max(TestAmount.appleStores.count / Int(Self.parts), 1)
    let seeds = TestSeeds.only.map { [$0] } ?? TestSeeds.some(count, of: 10 + part)
    print("\(seeds.count) stores of Core Data's layout, seeds from \(seeds[0])")
    var (objects, links) = (0, 0)
    for seed in seeds {
      let directory = try ScratchDirectory()
      let url = directory.file("Model.sqlite")
      let sample = RandomStore.store(seed: seed)
      try sample.write(to: url, journal: seed % 3 == 0 ? .log : .none)
      let store = try AppleStore(contentsOf: url)
      try #require(store.model == sample.model, "seed \(seed)")
      for entity in sample.model.entities {
        let expected = sample.objects.filter { $0.entity == entity.name }
        let difference = try difference(of: rows(of: entity.name, in: store), from: expected)
        try #require(difference == nil, "seed \(seed)")
        try #require(try store.count(of: entity.name) == expected.count, "seed \(seed)")
        objects += expected.count
        for relationship in entity.relationships where relationship.isToMany {
          let expected = try self.links(of: relationship, entity, in: sample)
          var found: [AppleLink] = []
          try store.forEachLink(of: relationship.name, from: entity.name) { found.append($0) }
          try #require(
            found == expected, "seed \(seed): \(relationship.name) of \(entity.name)")
          links += found.count
        }
      }
      try #require(try store.unknownRows().isEmpty, "seed \(seed)")
      try #require(try store.transactions(limit: 100) == sample.transactions, "seed \(seed)")
    }
    print("\(objects) objects, \(links) references of to-many relationships")
  }

  /// Returns the first value that differs; nil if none does.
  private func difference(of found: [AppleRow], from expected: [AppleRow]) -> String? {
    for (found, expected) in zip(found, expected) where found != expected {
      for (found, expected) in zip(
        found.values + found.references, expected.values + expected.references)
      where found != expected { return "\(found) instead of \(expected)" }
      return "\(found) instead of \(expected)"
    }
    return found.count == expected.count ? nil : "\(found.count) rows instead of \(expected.count)"
  }

  /// Reads the rows in pages of three.
  private func rows(of entity: String, in store: AppleStore) throws -> [AppleRow] {
    var rows: [AppleRow] = []
    while true {
      let page = try store.rows(of: entity, after: rows.last?.key, limit: 3)
      if page.isEmpty { return rows }
      rows += page
    }
  }

  /// Returns the references whose owners are objects of an entity. Its superentity may declare the relationship.
  private func links(
    of relationship: StoredModel.Relationship, _ entity: StoredModel.Entity, in sample: SampleStore
  ) throws -> [AppleLink] {
    var name = entity.name
    while let superentity = sample.model[name]?.superentity,
      sample.model[superentity]?.relationship(relationship.name) != nil
    { name = superentity }
    let owners = Set(sample.objects.filter { $0.entity == entity.name }.map(\.key))
    return (sample.links["\(name).\(relationship.name)"] ?? []).filter { owners.contains($0.owner) }
  }
}
