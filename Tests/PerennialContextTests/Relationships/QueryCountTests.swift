import Foundation
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// The number of statements that reads take. Reading one relationship of n objects must never take n.
@Suite("Statements for relationships")
struct QueryCountTests {
  private static let size = 1_000

  /// Counts the statements that a block's reads take.
  private func statements(_ context: ModelContext, _ body: () throws -> Void) rethrows -> Int {
    // The first use of a connection is not counted.
    _ = try? context.fetchCount(FetchDescriptor<Prize>())
    let before = context.graph.executions
    try body()
    return context.graph.executions - before
  }

  /// A thousand artists of a hundred studios, each with a badge and two of fifty styles.
  private func gallery(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let studios = (0..<100).map { Studio(number: $0) }
    let styles = (0..<50).map { Style(number: $0) }
    for studio in studios { context.insert(studio) }
    for number in 0..<Self.size {
      let artist = Artist(number: number, studio: studios[number % 100])
      artist.badge = Badge(number: number)
      artist.styles = [styles[number % 50], styles[(number + 7) % 50]]
      context.insert(artist)
    }
    try context.save()
  }

  private func artists(_ context: ModelContext) throws -> [Artist] {
    try context.fetch(FetchDescriptor<Artist>(sortBy: [SortDescriptor(\.number)]))
  }

  @Test("A thousand references to a hundred objects", arguments: Place.builtIn)
  func toOne(place: Place) throws {
    try place.with(Studio.self) { container in
      try gallery(container)
      let context = ModelContext(container)
      let artists = try artists(context)
      let count = statements(context) {
        for artist in artists { #expect(artist.studio?.number == artist.number % 100) }
      }
      #expect(count <= 15)
    }
  }

  @Test(
    "41/10a: A thousand references to one object, which nothing else holds",
    arguments: Place.builtIn)
  func toOneShared(place: Place) throws {
    try place.with(Studio.self) { container in
      do {
        let context = ModelContext(container)
        let studio = Studio(number: 7)
        for number in 0..<Self.size { context.insert(Artist(number: number, studio: studio)) }
        try context.save()
      }
      let context = ModelContext(container)
      let artists = try artists(context)
      let count = statements(context) {
        for artist in artists { #expect(artist.studio?.number == 7) }
      }
      #expect(count <= 2)
    }
  }

  @Test("A thousand references to a thousand objects", arguments: Place.builtIn)
  func oneToOne(place: Place) throws {
    try place.with(Studio.self) { container in
      try gallery(container)
      let context = ModelContext(container)
      let artists = try artists(context)
      let count = statements(context) {
        for artist in artists { #expect(artist.badge?.number == artist.number) }
      }
      #expect(count <= 15)
      let badges = try context.fetch(FetchDescriptor<Badge>())
      let back = statements(context) {
        for badge in badges { #expect(badge.artist?.number == badge.number) }
      }
      #expect(back == 0)
    }
  }

  @Test("The collections of a hundred objects with a thousand members", arguments: Place.builtIn)
  func toMany(place: Place) throws {
    try place.with(Studio.self) { container in
      try gallery(container)
      let context = ModelContext(container)
      let studios = try context.fetch(FetchDescriptor<Studio>())
      let count = statements(context) {
        for studio in studios { #expect(studio.artists.count == 10) }
      }
      #expect(count <= 15)
      let again = statements(context) {
        for studio in studios { #expect(studio.artists.first?.studio === studio) }
      }
      #expect(again == 0)
    }
  }

  @Test("The collections of a thousand objects", arguments: Place.builtIn)
  func manyToMany(place: Place) throws {
    try place.with(Studio.self) { container in
      try gallery(container)
      let context = ModelContext(container)
      let artists = try artists(context)
      let count = statements(context) {
        for artist in artists {
          let numbers = artist.styles.map(\.number)
          #expect(numbers == [artist.number % 50, (artist.number + 7) % 50])
        }
      }
      #expect(count <= 15)
    }
  }

  @Test("A thousand empty collections, and a thousand references that lead nowhere")
  func empty() throws {
    try Place.memory.with(Studio.self) { container in
      try gallery(container)
      let context = ModelContext(container)
      let artists = try artists(context)
      let count = statements(context) {
        for artist in artists {
          #expect(artist.pupils.isEmpty)
          #expect(artist.mentor == nil)
        }
      }
      #expect(count <= 15)
    }
  }

  @Test("In any order of reading", arguments: [1, 2, 3] as [UInt64])
  func shuffled(seed: UInt64) throws {
    try Place.memory.with(Studio.self) { container in
      try gallery(container)
      let context = ModelContext(container)
      var random = SeededGenerator(seed: seed)
      let artists = try artists(context).shuffled(using: &random)
      let references = statements(context) {
        for artist in artists { #expect(artist.badge?.number == artist.number) }
      }
      #expect(references <= 40, "seed \(seed)")
      let collections = statements(context) {
        for artist in artists { #expect(artist.styles.count == 2) }
      }
      #expect(collections <= 40, "seed \(seed)")
    }
  }

  @Test("Two relationships read in turn, and the second one's own relationships")
  func alternating() throws {
    try Place.memory.with(Studio.self) { container in
      try gallery(container)
      let context = ModelContext(container)
      let artists = try artists(context)
      let count = statements(context) {
        for artist in artists {
          #expect(artist.badge?.artist === artist)
          #expect(artist.studio?.artists.count == 10)
          #expect(artist.styles.first?.artists.isEmpty == false)
        }
      }
      #expect(count <= 60)
    }
  }

  @Test("Prefetching takes a statement for each key path, and one", arguments: Place.builtIn)
  func prefetching(place: Place) throws {
    try place.with(Studio.self) { container in
      try gallery(container)
      let context = ModelContext(container)
      var descriptor = FetchDescriptor<Artist>()
      descriptor.relationshipKeyPathsForPrefetching = [\.studio]
      var artists: [Artist] = []
      let fetch = try statements(context) { artists = try context.fetch(descriptor) }
      #expect(fetch <= 2)
      #expect(statements(context) { for artist in artists { _ = artist.studio?.name } } == 0)

      var studios: [Studio] = []
      var second = FetchDescriptor<Studio>()
      second.relationshipKeyPathsForPrefetching = [\.artists, \.prizes]
      let other = ModelContext(container)
      let fetches = try statements(other) { studios = try other.fetch(second) }
      #expect(fetches <= 3)
      let reads = statements(other) {
        for studio in studios {
          #expect(studio.artists.count == 10)
          #expect(studio.prizes.isEmpty)
        }
      }
      #expect(reads == 0)
    }
  }

  @Test("One object's relationship among a thousand loads only a little", arguments: Place.builtIn)
  func one(place: Place) throws {
    try place.with(Studio.self) { container in
      try gallery(container)
      let context = ModelContext(container)
      let artists = try artists(context)
      var badge: Badge?
      let reference = statements(context) { badge = artists[500].badge }
      #expect(badge?.number == 500)
      #expect(reference == 1)
      let badges = try #require(context.graph.tables.first { $0.layout.entityName == "Badge" })
      #expect(badges.map.count == 1)
      let collection = statements(context) { #expect(artists[500].styles.count == 2) }
      #expect(collection == 1)
      let styles = try #require(context.graph.tables.first { $0.layout.entityName == "Style" })
      #expect(styles.map.count == 2)
    }
  }

  @Test("A refetch of what is there reads no relationship again")
  func refetch() throws {
    try Place.memory.with(Studio.self) { container in
      try gallery(container)
      let context = ModelContext(container)
      let artists = try artists(context)
      for artist in artists { _ = artist.studio?.artists.count }
      let count = try statements(context) {
        for artist in try self.artists(context) { _ = artist.studio?.artists.count }
      }
      #expect(count == 1)
    }
  }

  @Test(
    "After another context's save only what it changed is read again",
    arguments: Place.builtIn
  )
  func afterSave(place: Place) throws {
    try place.with(Studio.self) { container in
      try gallery(container)
      let (context, other) = (ModelContext(container), ModelContext(container))
      let artists = try artists(context)
      for artist in artists { _ = artist.studio?.number }
      let one = try #require(
        try other.fetch(FetchDescriptor<Artist>(predicate: #Predicate { $0.number == 7 })).first
      )
      one.score = 9
      try other.save()
      let count = statements(context) {
        #expect(artists.filter { $0.score == 9 }.map(\.number) == [7])
      }
      #expect(count == 1)
    }
  }

  @Test(
    "A thousand objects that another context changed take few statements",
    arguments: Place.builtIn
  )
  func manyStale(place: Place) throws {
    try place.with(Studio.self) { container in
      try gallery(container)
      let (context, other) = (ModelContext(container), ModelContext(container))
      let artists = try artists(context)
      for artist in try self.artists(other) { artist.score = artist.number }
      try other.save()
      let count = statements(context) {
        let outdated = artists.filter { $0.score != $0.number }.map(\.number)
        #expect(outdated == [])
      }
      #expect(count <= 15)
    }
  }

  // MARK: Deletions

  @Test(
    "41/10d: A deletion does not load what an object references one way", arguments: Place.builtIn)
  func deletionOneWay(place: Place) throws {
    try place.with(Shelf.self) { container in
      do {
        let context = ModelContext(container)
        let volume = Volume("One")
        volume.editor = Editor("Anna")
        context.insert(volume)
        try context.save()
      }
      let context = ModelContext(container)
      let volume = try #require(try context.fetch(FetchDescriptor<Volume>()).first)
      // One for the notes, which are deleted too.
      #expect(statements(context) { context.delete(volume) } == 1)
      #expect(volume.editor?.name == "Anna")
      try context.save()
      #expect(try context.fetch(FetchDescriptor<Editor>()).map(\.name) == ["Anna"])
    }
  }

  @Test(
    "41/10d: A step along a chain that is deleted takes one statement", arguments: Place.builtIn)
  func chain(place: Place) throws {
    try place.with(Folder.self) { container in
      let size = 100
      do {
        let context = ModelContext(container)
        let folders = (0..<size).map { Folder("\($0)") }
        for folder in folders { context.insert(folder) }
        for (folder, next) in zip(folders, folders.dropFirst()) { next.parent = folder }
        try context.save()
      }
      let context = ModelContext(container)
      let first = #Predicate<Folder> { $0.name == "0" }
      let folder = try #require(try context.fetch(FetchDescriptor(predicate: first)).first)
      #expect(statements(context) { context.delete(folder) } <= size)
      try context.save()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Folder>()) == 0)
    }
  }

  @Test(
    "41/10d: A save deletes many rows of a model by as many statements as two",
    arguments: Place.builtIn)
  func deletedRows(place: Place) throws {
    try place.with(Folder.self) { container in
      let context = ModelContext(container)
      let folders = (0..<200).map { Folder("\($0)") }
      for folder in folders { context.insert(folder) }
      try context.save()
      func executions(_ deleted: ArraySlice<Folder>) throws -> Int {
        for folder in deleted { context.delete(folder) }
        let before = container.coordinator.stores[0].writer.executions
        try context.save()
        return container.coordinator.stores[0].writer.executions - before
      }
      let few = try executions(folders[..<2])
      #expect(try executions(folders[2..<150]) <= few)
      let rest = try ModelContext(container).fetch(FetchDescriptor<Folder>()).map(\.name)
      #expect(Set(rest) == Set(folders[150...].map(\.name)))
    }
  }
}
