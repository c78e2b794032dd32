import Foundation
import SwiftData
import Testing

/// `Schema.Relationship`: its initialisers, and the relationships of a declared model in a store.
///
/// Assigning one side of a relationship updates the inverse at once, before a save. Delete rules take effect
/// with the save: `cascade` deletes the related objects, and `nullify` removes the references. With `deny`
/// the save throws.
@Suite("Conformance: Schema.Relationship")
struct SchemaRelationshipConformance {
  @Test("Made by hand")
  func initialiser() {
    let relationship = Schema.Relationship(
      .unique, deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 3,
      originalName: "old", inverse: \Camp.expedition, hashModifier: "2")
    #expect(relationship.options == [Schema.Relationship.Option.unique])
    #expect(relationship.deleteRule == .cascade)
    #expect(relationship.minimumModelCount == 1)
    #expect(relationship.maximumModelCount == 3)
    #expect(relationship.originalName == "old")
    #expect(relationship.inverseKeyPath == \Camp.expedition)
    #expect(relationship.hashModifier == "2")
    #expect(relationship.isUnique)
    #expect(!relationship.isAttribute)
    #expect(!relationship.isTransient)
    #expect(!relationship.debugDescription.isEmpty)
    #expect(!Schema.Relationship.Option.unique.debugDescription.isEmpty)
    let rules: [Schema.Relationship.DeleteRule] = [.noAction, .nullify, .cascade, .deny]
    #expect(Set(rules.map(\.rawValue)).count == 4)
  }

  @Test("What a model's relationships say")
  func reflection() throws {
    let schema = Schema(Stage.types)
    let camps = try #require(
      schema.entitiesByName["Expedition"]?.relationshipsByName["camps"])
    #expect(camps.name == "camps")
    #expect(camps.destination == "Camp")
    #expect(camps.inverseName == "expedition")
    #expect(camps.keypath == \Expedition.camps)
    #expect(camps.valueType is [Camp].Type)
    #expect(!camps.isToOneRelationship)
    let home = schema.entitiesByName["Camp"]?.relationshipsByName["expedition"]
    #expect(home?.isToOneRelationship == true)
  }

  @Test("Both sides agree at once", arguments: Stage.allCases)
  func inverses(stage: Stage) throws {
    try stage.with { context in
      let (one, two) = (Expedition("one"), Expedition("two"))
      context.insert(one)
      context.insert(two)
      let camp = Camp("base")
      camp.expedition = one
      #expect(one.camps.first === camp)
      two.camps.append(camp)
      #expect(camp.expedition === two)
      #expect(one.camps.isEmpty)
      let climber = Climber("Reinhold")
      two.climbers.append(climber)
      #expect(climber.expeditions.first === two)
      try context.save()
      let fresh = context.another
      #expect(try fresh.all(Climber.self).first?.expeditions.map(\.name) == ["two"])
      #expect(try fresh.all(Camp.self).first?.expedition?.name == "two")
    }
  }

  @Test("Delete rules", arguments: Stage.allCases)
  func deleteRules(stage: Stage) throws {
    try stage.with { context in
      let expedition = Expedition("Broad Peak")
      let (camp, cache, climber) = (Camp("base"), Cache("food"), Climber("Kurt"))
      expedition.camps = [camp]
      expedition.climbers = [climber]
      camp.caches = [cache]
      try context.add(expedition)
      context.delete(camp)
      deviation("A rule of deny makes the save throw, instead of a trap") {
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      }
      context.rollback()
      context.delete(cache)
      try context.save()
      context.delete(expedition)
      try context.save()
      let fresh = context.another
      #expect(try fresh.fetchCount(FetchDescriptor<Camp>()) == 0)
      #expect(try fresh.all(Climber.self).map(\.expeditions.count) == [0])
    }
  }
}
