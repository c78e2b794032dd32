import SwiftData
import Testing

@testable import Fixtures

@Suite("One-to-one relationships that two contexts change")
struct PairMergeTests {
  @Test(
    "Who sets one end to the object that leads back already has both ends",
    arguments: Place.allCases)
  func bothEnds(place: Place) throws {
    try place.with(Studio.self, Artist.self, Badge.self, Style.self, Prize.self) { container in
      let (here, there) = (ModelContext(container), ModelContext(container))
      let artist = Artist(number: 1)
      here.insert(artist)
      try here.save()
      // Here the artist has said to have none; there it gets one.
      artist.badge = Badge(number: 0)
      artist.badge = nil
      let other = try #require(try there.only(Artist.self))
      there.insert(Badge(number: 2, artist: other))
      try there.save()
      let badge = try #require(
        try here.fetch(FetchDescriptor<Badge>(predicate: #Predicate { $0.number == 2 })).first)
      artist.badge = badge
      // There the artist gets yet another one. Here both ends stay what was decided here.
      there.insert(Badge(number: 3, artist: other))
      try there.save()
      #expect(artist.badge?.number == 2)
      #expect(badge.artist === artist)
      try here.save()
      #expect(other.badge?.number == 2)
      #expect(other.badge?.artist === other)
    }
  }

  @Test(
    "A new object takes an end that somebody else has freed meanwhile",
    arguments: Place.allCases)
  func freedEnd(place: Place) throws {
    try place.with(Studio.self, Artist.self, Badge.self, Style.self, Prize.self) { container in
      let (here, there) = (ModelContext(container), ModelContext(container))
      let (first, second) = (Artist(number: 4), Artist(number: 9))
      let badge = Badge(number: 5, artist: first)
      for artist in [first, second] { here.insert(artist) }
      here.insert(badge)
      try here.save()
      #expect(first.badge === badge)
      // There the badge goes to the other artist.
      let others = try there.fetch(FetchDescriptor<Artist>(sortBy: [SortDescriptor(\.number)]))
      others[1].badge = try there.only(Badge.self)
      try there.save()
      let new = Badge(number: 10, artist: first)
      here.insert(new)
      #expect(first.badge === new)
      #expect(second.badge === badge)
      #expect(badge.artist === second)
    }
  }
}
