import SwiftData
import Testing

/// The protocol of to-many relationships: arrays of models, and optional arrays.
@Suite("Conformance: RelationshipCollection")
struct RelationshipCollectionConformance {
  private func element<C: RelationshipCollection>(_ type: C.Type) -> Any.Type {
    C.PersistentElement.self
  }

  @Test("Arrays of models, and optional ones")
  func conformances() {
    #expect(element([Camp].self) is Camp.Type)
    #expect(element([Camp]?.self) is Camp.Type)
  }
}
