import Foundation
import SwiftData

/// The models of the stores in FrozenStores. They are never changed: the files are older than any
/// change could be.
enum FrozenModels {
  enum Genre: String, Codable { case song, dance = "a dance" }

  struct Cover: Codable, Equatable {
    var artist = "J. “Doe”"
    var colours = [0xFF0000, 0x00FF00]
  }

  @Model
  final class Album {
    #Index<Album>([\.released], [\.rating, \.title])
    @Attribute(.unique) var title: String
    var released: Date
    var rating: Double
    var average: Float?
    var price: Decimal
    var isOwned: Bool
    var stock: Int8
    var serial: UInt64
    var identity: UUID
    var page: URL?
    var sleeve: Data
    var genre: Genre
    var cover: Cover
    var words: [String]
    @Relationship(deleteRule: .cascade, inverse: \Track.album) var tracks: [Track] = []
    var booklet: Booklet?
    var awards: [Award]?

    init(_ title: String) {
      self.title = title
      released = Date(timeIntervalSinceReferenceDate: 0.1)
      rating = .nan
      price = Decimal(string: "-12.340")!
      isOwned = true
      stock = -128
      serial = .max
      identity = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
      page = URL(string: "https://example.org/a%20b")
      sleeve = Data([0, 255])
      genre = .dance
      cover = Cover()
      words = ["e\u{301}", ""]
    }
  }

  @Model
  final class Track {
    var name: String
    var album: Album
    var singers: [Singer] = []

    init(_ name: String, on album: Album) {
      self.name = name
      self.album = album
    }
  }

  @Model
  final class Singer {
    var name: String
    @Relationship(inverse: \Track.singers) var tracks: [Track] = []

    init(_ name: String) { self.name = name }
  }

  @Model
  final class Booklet {
    var pages: Int
    @Relationship(inverse: \Album.booklet) var album: Album?

    init(pages: Int) { self.pages = pages }
  }

  @Model
  final class Award {
    var name: String

    init(_ name: String) { self.name = name }
  }
}

/// The frozen models as a later program declares them.
enum ThawedModels {
  @Model
  final class Album {
    @Attribute(originalName: "title") var name: String
    var released: Date
    var rating: Double
    var stock: Int = 0
    var label: String = "unknown"
    @Relationship(deleteRule: .cascade, inverse: \Track.albums) var tracks: [Track] = []

    init(_ name: String) {
      self.name = name
      released = .now
      rating = 0
    }
  }

  @Model
  final class Track {
    var name: String
    @Relationship(originalName: "album") var albums: [Album] = []

    init(_ name: String) { self.name = name }
  }
}
