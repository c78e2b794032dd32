import Foundation
import SwiftData
import Testing

/// Identifiers of objects: temporary and permanent ones, their JSON, and those of custom stores.
///
/// An identifier has no store before the first save, and the identifier of its store afterwards. The JSON
/// has the keys `implementation`, `entityName`, `primaryKey` and `uriRepresentation`, which programs read
/// and store.
@Suite("Conformance: PersistentIdentifier")
struct PersistentIdentifierConformance {
  @Test("Temporary before the first save, permanent after", arguments: Stage.allCases)
  func life(stage: Stage) throws {
    try stage.with { context in
      let summit = Summit("Piz Bernina")
      let early = summit.persistentModelID
      #expect(early.isTemporary)
      #expect(early.storeIdentifier == nil)
      #expect(early.entityName == "Summit")
      try context.add(summit)
      let late = summit.persistentModelID
      #expect(!late.isTemporary)
      #expect(late.storeIdentifier != nil)
      #expect(late.id == summit.persistentModelID.id)
      let keys: Set<PersistentIdentifier.ID> = [late.id, late.id]
      #expect(keys.count == 1)
      #expect(context.model(for: early) === summit)
    }
  }

  @Test("As JSON, with the keys that programs read", arguments: Stage.allCases)
  func coding(stage: Stage) throws {
    try stage.with { context in
      let summit = Summit("Piz Roseg")
      try context.add(summit)
      let identifier = summit.persistentModelID
      let text = try JSONEncoder().encode(identifier)
      let copy = try JSONDecoder().decode(PersistentIdentifier.self, from: text)
      #expect(copy.entityName == identifier.entityName)
      #expect(copy.storeIdentifier == identifier.storeIdentifier)
      let object = try JSONSerialization.jsonObject(with: text) as? [String: Any]
      let implementation = try #require(object?["implementation"] as? [String: Any])
      #expect(implementation["entityName"] as? String == "Summit")
      #expect((implementation["primaryKey"] as? String)?.hasPrefix("p") == true)
      #expect(
        (implementation["uriRepresentation"] as? String)?.hasPrefix("x-coredata://") == true)
      deviation("A decoded identifier is equal, whatever store made it") {
        #expect(copy == identifier)
        #expect(copy.hashValue == identifier.hashValue)
        #expect(context.model(for: copy) === summit)
      }
    }
  }

  @Test("Those of custom stores")
  func custom() throws {
    let one = try PersistentIdentifier.identifier(
      for: "store", entityName: "Summit", primaryKey: "a")
    let two = try PersistentIdentifier.identifier(
      for: "store", entityName: "Summit", primaryKey: "b")
    #expect(one != two)
    #expect(one < two)
    #expect(one.storeIdentifier == "store")
    var hasher = Hasher()
    one.hash(into: &hasher)
  }

  @Test("Both ends of the way through a coder")
  func coders() throws {
    struct Envelope: Codable {
      let identifier: PersistentIdentifier
      init(_ identifier: PersistentIdentifier) { self.identifier = identifier }
      init(from decoder: any Decoder) throws { identifier = try .init(from: decoder) }
      func encode(to encoder: any Encoder) throws { try identifier.encode(to: encoder) }
    }
    let identifier = Summit("a").persistentModelID
    let text = try JSONEncoder().encode(Envelope(identifier))
    #expect(try JSONDecoder().decode(Envelope.self, from: text).identifier.isTemporary)
  }
}
