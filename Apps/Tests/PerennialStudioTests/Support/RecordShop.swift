import Foundation
import PerennialInspection
import SwiftData

@Model
final class Band {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Album.band) var albums: [Album] = []
  @Relationship(inverse: \Genre.bands) var genres: [Genre] = []
  @Relationship(deleteRule: .deny, inverse: \Contract.band) var contracts: [Contract] = []

  init(_ name: String) { self.name = name }
}

@Model
final class Album {
  var title: String
  var band: Band?
  @Relationship(deleteRule: .cascade, inverse: \Song.album) var songs: [Song] = []
  var reviews: [Review] = []

  init(_ title: String) { self.title = title }
}

@Model
final class Song {
  var title: String
  var album: Album?

  init(_ title: String) { self.title = title }
}

@Model
final class Review {
  @Attribute(.preserveValueOnDeletion) var text: String
  @Attribute(.preserveValueOnDeletion) var stars: Int?
  @Relationship(inverse: \Album.reviews) var album: Album?

  init(_ text: String) { self.text = text }
}

@Model
final class Genre {
  var name: String
  var bands: [Band] = []

  init(_ name: String) { self.name = name }
}

@Model
final class Contract {
  var number: Int
  var band: Band?

  init(_ number: Int) { self.number = number }
}

/// A store with a band whose deletion deletes albums and songs, changes a review, and ends links; and a band that
/// cannot be deleted.
final class RecordShop: Sendable {
  let folder: URL
  let url: URL

  /// - Parameter songs: The number of songs of the first of the two albums.
  init(songs: Int = 25) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID().uuidString)")
    url = folder.appending(path: "shop.store")
    let context = ModelContext(try container())
    let (band, signed) = (Band("The <Bugs>"), Band("Signed"))
    let albums = [Album("First"), Album("Second")]
    for model in [band, signed] { context.insert(model) }
    band.albums = albums
    albums[0].songs = (0..<songs).map { Song("Song \($0)") }
    let review = Review("Loud")
    context.insert(review)
    review.album = albums[1]
    band.genres = [Genre("Pop"), Genre("Rock")]
    signed.contracts = [Contract(7)]
    try context.save()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func container() throws -> ModelContainer {
    try ModelContainer(
      for: Band.self, Album.self, Song.self, Review.self, Genre.self, Contract.self,
      configurations: ModelConfiguration(url: url))
  }

  func store() throws -> InspectedStore { try InspectedStore(url) }

  /// Returns the key of an object with a text.
  func key(_ entity: String, _ property: String, _ text: String) throws -> Int64 {
    let rows = try store().rows(of: entity)
    guard let row = rows.first(where: { $0[property] == .text(text) }) else {
      throw CocoaError(.fileReadUnknown)
    }
    return row.key
  }

  /// Returns the number of objects of each entity.
  func counts() throws -> [String: Int] {
    let store = try store()
    return try Dictionary(
      uniqueKeysWithValues: store.entityNames.map { ($0, try store.rows(of: $0).count) })
  }
}
