import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("Delete rules: cascades")
struct CascadeTests: ObjectCounting {
  @Test("Cascade takes along what the relationship leads to", arguments: Place.allCases)
  func cascade(place: Place) throws {
    try place.with(Shelf.self) { container in
      let context = ModelContext(container)
      let shelf = Shelf("A")
      let kept = Volume("Kept", shelf: Shelf("B"))
      context.insert(kept)
      for title in ["One", "Two", "Three"] { shelf.volumes.append(Volume(title)) }
      context.insert(shelf)
      try context.save()

      let other = ModelContext(container)
      let there = try #require(
        try other.fetch(FetchDescriptor<Shelf>(predicate: #Predicate { $0.name == "A" })).first
      )
      other.delete(there)
      #expect(try count(Volume.self, other) == 1)
      try other.save()
      #expect(try count(Volume.self, context) == 1)
      #expect(try count(Shelf.self, context) == 1)
      #expect(shelf.modelContext == nil)
      #expect(kept.modelContext === context)
    }
  }

  @Test("Cascade works without an inverse, to one and to many", arguments: Place.allCases)
  func cascadeOneWay(place: Place) throws {
    try place.with(Shelf.self) { container in
      let context = ModelContext(container)
      let volume = Volume("One")
      volume.cover = Cover("red")
      volume.notes = [Note("a"), Note("b")]
      context.insert(volume)
      context.insert(Cover("blue"))
      context.insert(Note("c"))
      try context.save()

      let other = ModelContext(container)
      let found = try #require(try other.fetch(FetchDescriptor<Volume>()).first)
      other.delete(found)
      try other.save()
      let fresh = ModelContext(container)
      #expect(try fresh.fetch(FetchDescriptor<Cover>()).map(\.colour) == ["blue"])
      #expect(try fresh.fetch(FetchDescriptor<Note>()).map(\.text) == ["c"])
    }
  }

  @Test("A cascade through several levels goes on to the end", arguments: Place.allCases)
  func cascadeLevels(place: Place) throws {
    try place.with(Shelf.self) { container in
      let context = ModelContext(container)
      let shelf = Shelf("A")
      for number in 1...3 {
        let volume = Volume("\(number)", shelf: shelf)
        volume.notes = [Note("n\(number)")]
        volume.cover = Cover("c\(number)")
      }
      context.insert(shelf)
      try context.save()
      context.delete(shelf)
      #expect(context.deletedModelsArray.count == 10)
      try context.save()
      let fresh = ModelContext(container)
      #expect(try count(Volume.self, fresh) == 0)
      #expect(try count(Note.self, fresh) == 0)
      #expect(try count(Cover.self, fresh) == 0)
    }
  }

  @Test("A cascade through a circle ends", arguments: Place.allCases)
  func circle(place: Place) throws {
    try place.with(Bead.self) { container in
      let context = ModelContext(container)
      let beads = (0..<5).map { Bead($0) }
      for (bead, next) in zip(beads, beads.dropFirst() + beads.prefix(1)) { bead.next = next }
      context.insert(beads[0])
      try context.save()
      #expect(try count(Bead.self, context) == 5)
      context.delete(beads[2])
      #expect(try count(Bead.self, context) == 0)
      try context.save()
      #expect(try count(Bead.self, ModelContext(container)) == 0)
    }
  }

  @Test("An object that leads to itself is deleted once", arguments: Place.allCases)
  func selfCircle(place: Place) throws {
    try place.with(Bead.self) { container in
      let context = ModelContext(container)
      let bead = Bead(0)
      bead.next = bead
      context.insert(bead)
      try context.save()
      #expect(bead.previous === bead)
      context.delete(bead)
      #expect(context.deletedModelsArray.count == 1)
      try context.save()
      #expect(try count(Bead.self, ModelContext(container)) == 0)
    }
  }

  @Test("A chain of 10,000 is inserted, saved and deleted without end of stack")
  func longChain() throws {
    try Place.memory.with(Bead.self) { container in
      let context = ModelContext(container)
      let first = Bead(0)
      var last = first
      for number in 1..<10_000 {
        let bead = Bead(number)
        last.next = bead
        last = bead
      }
      context.insert(first)
      try context.save()
      #expect(try count(Bead.self, context) == 10_000)
      context.delete(first)
      try context.save()
      #expect(try count(Bead.self, ModelContext(container)) == 0)
    }
  }

  @Test("A tree of 10,000 levels is deleted from a context that has loaded nothing of it")
  func deepTree() throws {
    try Place.memory.with(Folder.self) { container in
      let context = ModelContext(container)
      var parent = Folder("0")
      context.insert(parent)
      for number in 1..<10_000 { parent = Folder("\(number)", parent: parent) }
      try context.save()
      let other = ModelContext(container)
      let root = try #require(
        try other.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "0" })).first
      )
      other.delete(root)
      try other.save()
      #expect(try count(Folder.self, ModelContext(container)) == 0)
    }
  }

  @Test("A long chain of objects is let go of without end of stack")
  func longChainDies() throws {
    try Place.memory.with(Bead.self) { container in
      let first = Bead(0)
      var last = first
      for number in 1..<10_000 {
        let bead = Bead(number)
        last.next = bead
        last = bead
      }
      #expect(last.previous?.number == 9_998)
      // Detached objects hold each other in circles; a context lets them go.
      let context = ModelContext(container)
      context.insert(first)
      context.rollback()
      #expect(first.next?.number == 1)
    }
  }

  @Test("A cascade is undone by a rollback", arguments: Place.allCases)
  func cascadeRollback(place: Place) throws {
    try place.with(Shelf.self) { container in
      let context = ModelContext(container)
      let shelf = Shelf("A")
      let volumes = ["One", "Two"].map { Volume($0, shelf: shelf) }
      context.insert(shelf)
      try context.save()
      context.delete(shelf)
      #expect(volumes.allSatisfy { $0.isDeleted })
      context.rollback()
      #expect(!context.hasChanges)
      #expect(volumes.allSatisfy { !$0.isDeleted && $0.shelf === shelf })
      #expect(shelf.volumes.map(\.title) == ["One", "Two"])
      #expect(try count(Volume.self, context) == 2)
    }
  }

  @Test("A child that moved away before the deletion is not taken along")
  func movedAway() throws {
    try Place.memory.with(Shelf.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Shelf("1"), Shelf("2"))
      let volume = Volume("V", shelf: one)
      context.insert(one)
      context.insert(two)
      try context.save()
      volume.shelf = two
      context.delete(one)
      try context.save()
      #expect(two.volumes.map(\.title) == ["V"])
      #expect(try count(Volume.self, ModelContext(container)) == 1)
    }
  }
}
