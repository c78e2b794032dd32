import Foundation
import RandomTesting
import SwiftData

@testable import Fixtures

/// Models with every kind of relationship and every delete rule, at random, and what there is to
/// say of each of them.
enum BatchDeleteWorld {
  /// One model of the world.
  struct Kind: Sendable {
    let name: String
    /// The keys of some stored objects: all of them, or a random part.
    let pick: @Sendable (ModelContext, inout SeededGenerator) throws -> Set<PersistentIdentifier>
    /// Deletes the objects with some keys, or all of them, by one batch deletion.
    let deleteBatch: @Sendable (ModelContext, Set<PersistentIdentifier>?) throws -> Void
    /// Deletes them one by one.
    let deleteEach: @Sendable (ModelContext, Set<PersistentIdentifier>?) throws -> Void
    /// Objects that stay in memory as long as the result does.
    let hold: @Sendable (ModelContext) throws -> [Held]
  }

  /// An object, and its values and relationships in words.
  struct Held {
    let model: any PersistentModel
    let describe: () -> String
  }

  static let types: [any PersistentModel.Type] = [
    Shelf.self, Volume.self, Cover.self, Note.self, Editor.self, Bead.self, Folder.self,
    Landlord.self, Tenant.self, Pet.self, Citizen.self, Passport.self, Diary.self, Author.self,
    Book.self, Genre.self, Loan.self, Neighbour.self, Club.self, Match.self, Studio.self,
    Artist.self, Badge.self, Style.self, Prize.self,
  ]

  static let kinds: [Kind] = [
    kind(Shelf.self) { "\($0.name) \(keys($0.volumes))" },
    kind(Volume.self) { "\($0.title) \(key($0.shelf)) \(key($0.cover)) \(keys($0.notes))" },
    kind(Cover.self) { $0.colour },
    kind(Note.self) { $0.text },
    kind(Editor.self) { "\($0.name) \(keys($0.favourites))" },
    kind(Bead.self) { "\($0.number) \(key($0.next)) \(key($0.previous))" },
    kind(Folder.self) { "\($0.name) \(key($0.parent)) \(keys($0.children))" },
    kind(Landlord.self) { "\($0.name) \(keys($0.tenants)) \(keys($0.pets))" },
    kind(Tenant.self) { "\($0.name) \(key($0.landlord))" },
    kind(Pet.self) { "\($0.name) \(key($0.landlord))" },
    kind(Citizen.self) { "\($0.name) \(key($0.passport)) \(key($0.diary))" },
    kind(Passport.self) { "\($0.number) \(key($0.holder))" },
    kind(Diary.self) { "\($0.title) \(key($0.writer))" },
    kind(Author.self) { "\($0.name) \(keys($0.books))" },
    kind(Book.self) { "\($0.title) \(key($0.author)) \(keys($0.genres)) \(keys($0.loans))" },
    kind(Genre.self) { "\($0.name) \(keys($0.books))" },
    kind(Loan.self) { "\($0.reader) \(key($0.book))" },
    kind(Neighbour.self) { "\($0.name) \(keys($0.friends))" },
    kind(Club.self) { "\($0.name) \(keys($0.matches))" },
    kind(Match.self) { "\($0.day) \(key($0.home)) \(key($0.away))" },
    kind(Studio.self) { "\($0.number) \(keys($0.artists)) \(keys($0.prizes))" },
    kind(Artist.self) { artist in
      """
      \(artist.number) \(key(artist.studio)) \(key(artist.badge)) \(keys(artist.styles)) \
      \(key(artist.mentor)) \(keys(artist.pupils))
      """
    },
    kind(Badge.self) { "\($0.number) \(key($0.artist))" },
    kind(Style.self) { "\($0.number) \(keys($0.artists)) \(key($0.origin))" },
    kind(Prize.self) { "\($0.number) \(key($0.studio))" },
  ]

  private static func key(_ model: (any PersistentModel)?) -> String {
    model.map { "\($0.persistentModelID.id)" } ?? "-"
  }

  /// In order, if the relationship has one that both ways of deleting keep.
  private static func keys(_ models: [any PersistentModel]) -> String {
    models.map(key).sorted().joined(separator: ",")
  }

  private static func kind<Model: PersistentModel>(
    _ type: Model.Type,
    _ describe: @escaping @Sendable (Model) -> String
  ) -> Kind {
    @Sendable func descriptor(_ keys: Set<PersistentIdentifier>?) -> FetchDescriptor<Model> {
      guard let keys else { return FetchDescriptor() }
      return FetchDescriptor(predicate: #Predicate { keys.contains($0.persistentModelID) })
    }
    return Kind(
      name: "\(type)",
      pick: { context, random in
        let all = try context.fetchIdentifiers(descriptor(nil)).sorted()
        return Set(all.filter { _ in random.chance(0.3) })
      },
      deleteBatch: { context, keys in
        try context.delete(model: type, where: descriptor(keys).predicate)
      },
      deleteEach: { context, keys in
        for model in try context.fetch(descriptor(keys)) { context.delete(model) }
        try context.save()
      },
      hold: { context in
        try context.fetch(descriptor(nil)).map { model in
          Held(model: model) { "\(type) \(key(model)): \(describe(model))" }
        }
      }
    )
  }

  // MARK: Objects

  static func populate(_ context: ModelContext, _ random: inout SeededGenerator) {
    let numbers = Array(0..<9)
    func insert<Model: PersistentModel>(_ make: (Int) -> Model) -> [Model] {
      let models = numbers.map(make)
      for model in models { context.insert(model) }
      return models
    }
    let (covers, notes) = (insert { Cover("\($0)") }, insert { Note("\($0)") })
    let (shelves, editors) = (insert { Shelf("\($0)") }, insert { Editor("\($0)") })
    for volume in insert({ Volume("\($0)") }) {
      volume.shelf = random.optional(shelves)
      volume.cover = random.optional(covers)
      volume.notes = random.some(notes)
      volume.editor = random.optional(editors)
    }
    for editor in editors { editor.favourites = random.some(covers) }
    let beads = insert { Bead($0) }
    for bead in beads { bead.next = random.optional(beads) }
    let folders = insert { Folder("\($0)") }
    for folder in folders.dropFirst() { folder.parent = random.optional(folders) }
    let landlords = insert { Landlord("\($0)") }
    for tenant in insert({ Tenant("\($0)") }) where random.chance(0.2) {
      tenant.landlord = random.optional(landlords)
    }
    for pet in insert({ Pet("\($0)") }) { pet.landlord = random.optional(landlords) }
    let citizens = insert { Citizen("\($0)") }
    for passport in insert({ Passport($0) }) { passport.holder = random.optional(citizens) }
    for diary in insert({ Diary("\($0)") }) { diary.writer = random.optional(citizens) }
    populateLibrary(context, &random)
    populateGallery(context, &random)
  }

  private static func populateLibrary(
    _ context: ModelContext,
    _ random: inout SeededGenerator
  ) {
    let authors = (0..<9).map { Author(name: "\($0)") }
    let books = (0..<9).map { Book(title: "\($0)", author: random.optional(authors)) }
    for model in authors { context.insert(model) }
    for model in books { context.insert(model) }
    for number in 0..<9 { context.insert(Genre(name: "\(number)", books: random.some(books))) }
    for number in 0..<2 {
      if let book = random.element(books) { context.insert(Loan(reader: "\(number)", book: book)) }
    }
    let neighbours = (0..<9).map { Neighbour("\($0)") }
    for model in neighbours { context.insert(model) }
    for neighbour in neighbours { neighbour.friends = random.some(neighbours) }
    let clubs = (0..<9).map { Club("\($0)") }
    for model in clubs { context.insert(model) }
    for day in 0..<9 {
      let match = Match(day, home: random.optional(clubs), away: random.optional(clubs))
      context.insert(match)
      for club in clubs where random.chance(0.1) { club.matches.append(match) }
    }
  }

  private static func populateGallery(
    _ context: ModelContext,
    _ random: inout SeededGenerator
  ) {
    let studios = (0..<9).map { Studio(number: $0) }
    let artists = (0..<9).map { Artist(number: $0, studio: random.optional(studios)) }
    for model in studios { context.insert(model) }
    for model in artists { context.insert(model) }
    for artist in artists { artist.mentor = random.optional(artists) }
    for number in 0..<9 {
      context.insert(Badge(number: number, artist: random.optional(artists)))
      let style = Style(number: number, artists: random.some(artists))
      context.insert(style)
      style.origin = random.optional(studios)
    }
    for number in 0..<2 {
      context.insert(Prize(number: number, studio: random.element(studios)))
    }
  }
}
