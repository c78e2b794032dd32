import SwiftData

// The models of the random histories: every kind of relationship, and every delete rule that a
// context applies itself.

@Model
final class Studio {
  var number: Int
  var name = ""
  var score = 0
  @Relationship(deleteRule: .cascade, inverse: \Artist.studio) var artists: [Artist] = []
  @Relationship(deleteRule: .deny, inverse: \Prize.studio) var prizes: [Prize] = []

  init(number: Int) {
    self.number = number
  }
}

@Model
final class Artist {
  var number: Int
  var name = ""
  var score = 0
  var studio: Studio?
  @Relationship(inverse: \Badge.artist) var badge: Badge?
  var styles: [Style] = []
  var mentor: Artist?
  @Relationship(inverse: \Artist.mentor) var pupils: [Artist] = []

  init(number: Int, studio: Studio? = nil) {
    self.number = number
    self.studio = studio
  }
}

@Model
final class Badge {
  var number: Int
  var name = ""
  var score = 0
  var artist: Artist?

  init(number: Int, artist: Artist? = nil) {
    self.number = number
    self.artist = artist
  }
}

@Model
final class Style {
  var number: Int
  var name = ""
  var score = 0
  @Relationship(inverse: \Artist.styles) var artists: [Artist] = []
  /// One way: a studio does not know of it.
  var origin: Studio?

  init(number: Int, artists: [Artist] = []) {
    self.number = number
    self.artists = artists
  }
}

@Model
final class Prize {
  var number: Int
  var name = ""
  var score = 0
  var studio: Studio?

  init(number: Int, studio: Studio? = nil) {
    self.number = number
    self.studio = studio
  }
}
