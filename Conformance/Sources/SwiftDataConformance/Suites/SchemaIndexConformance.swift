import Foundation
import SwiftData
import Testing

/// `Schema.Index` and `Schema.Unique`, the values that `#Index` and `#Unique` expand to.
@Suite("Conformance: Schema.Index and Schema.Unique")
struct SchemaIndexConformance {
  @Test("Indices")
  func indices() throws {
    let index = Schema.Index<Summit>([\.name], [\.name, \.height])
    let kinds = Schema.Index<Summit>(.binary([\.name]), .rtree([\.height]))
    #expect(index.indices.count == 2)
    #expect(kinds.indices.count == 2)
    let first: Schema.Index<Summit>.Types<Summit>? = kinds.indices.first
    guard case .binary(let paths)? = first else {
      Issue.record("the first index is binary")
      return
    }
    #expect(paths == [\Summit.name])
    #expect(!index.isUnique)
    index.name = "name"
    index.originalName = "original"
    index.valueType = Summit.self
    #expect(index.name == "name")
    #expect(index == index)
    #expect(!index.debugDescription.isEmpty)
    #expect(Schema.Index<Summit>.CodingKeys.indices.stringValue == "indices")
    let copy = try JSONDecoder().decode(
      Schema.Index<Summit>.self, from: JSONEncoder().encode(kinds))
    #expect(copy.indices == kinds.indices)
  }

  @Test("Uniqueness constraints")
  func unique() throws {
    let unique = Schema.Unique<Summit>([\.name], [\.name, \.height])
    #expect(unique.constraints == [[\Summit.name], [\Summit.name, \Summit.height]])
    #expect(unique.isUnique)
    #expect(!unique.debugDescription.isEmpty)
    unique.name = "name"
    unique.originalName = "original"
    unique.valueType = Summit.self
    #expect(Schema.Unique<Summit>.CodingKeys.constraints.stringValue == "constraints")
    let copy = try JSONDecoder().decode(
      Schema.Unique<Summit>.self, from: JSONEncoder().encode(unique))
    #expect(copy == unique)
  }
}
