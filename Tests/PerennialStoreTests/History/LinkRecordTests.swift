import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// The parts of a transaction's record that sync needs, read by SQLite alone.
@Suite("Links and order keys in the history")
struct LinkRecordTests {
  typealias Album = FrozenModels.Album
  typealias Track = FrozenModels.Track
  typealias Singer = FrozenModels.Singer

  private let directory: ScratchDirectory
  private let url: URL
  private let context: ModelContext

  init() throws {
    directory = try ScratchDirectory()
    url = directory.file("a.store")
    context = ModelContext(
      try ModelContainer(for: Album.self, configurations: ModelConfiguration(url: url)))
  }

  /// The groups of the last transaction.
  private func groups() throws -> [[String]] {
    try RawDatabase(url).rows(
      """
      SELECT value ->> 'entity', value ->> 'kind', ifnull(value -> 'properties', ''), \
      ifnull(value -> 'collections', ''), ifnull(value ->> 'property', ''), \
      ifnull(value -> 'pairs', ''), ifnull(value -> 'keys', '') \
      FROM _perennial_history AS h, json_each(h.changes) \
      WHERE h.id = (SELECT max(id) FROM _perennial_history) ORDER BY 1, 2
      """)
  }

  private func key(_ table: String, _ name: String) throws -> String {
    let column = table == "Album" ? "title" : "name"
    return try #require(
      try RawDatabase(url).value("SELECT _pk FROM \(table) WHERE \(column) = '\(name)'"))
  }

  private func fill() throws -> (album: Album, tracks: [Track], singers: [Singer]) {
    let album = Album("A")
    context.insert(album)
    album.tracks = ["1", "2", "3"].map { Track($0, on: album) }
    let singers = [Singer("x"), Singer("y")]
    for singer in singers { context.insert(singer) }
    album.tracks[0].singers = [singers[0]]
    try context.save()
    return (album, album.tracks, singers)
  }

  @Test("Links of new objects are those that the tables have")
  func newObjects() throws {
    let (_, tracks, singers) = try fill()
    #expect(try groups().allSatisfy { $0[1] == "insert" })
    let track = Track("4", on: tracks[0].album)
    track.singers = singers
    try context.save()
    #expect(try !groups().contains { $0[1] == "link" })
  }

  @Test("Pairs that are added and removed between objects, per relationship")
  func pairs() throws {
    let (_, tracks, singers) = try fill()
    tracks[0].singers = [singers[1]]
    tracks[1].singers.append(singers[0])
    try context.save()
    let (first, second) = (try key("Track", "1"), try key("Track", "2"))
    let (x, y) = (try key("Singer", "x"), try key("Singer", "y"))
    // The entity of the source is the first in the alphabet.
    let links = try groups().filter { !$0[4].isEmpty }
    #expect(links.map { Array($0[0...1]) } == [["Singer", "link"], ["Singer", "unlink"]])
    #expect(links.map { $0[4] } == ["tracks", "tracks"])
    let added = try #require(links.first)[5]
    #expect(
      added == "[[\(y),\(first)],[\(x),\(second)]]" || added == "[[\(x),\(second)],[\(y),\(first)]]"
    )
    #expect(links.last?[5] == "[[\(x),\(first)]]")
    // The public history shows both sides.
    let change = try #require(try context.history().last)
    #expect(
      Set(change.changes.map(\.changedPersistentIdentifier.entityName)) == ["Singer", "Track"])
  }

  @Test("Collections are told from the properties of the row")
  func collections() throws {
    let (album, tracks, _) = try fill()
    let other = Album("B")
    context.insert(other)
    try context.save()
    tracks[0].album = other
    album.stock = 3
    try context.save()
    let found = try groups()
    let (a, b) = (try key("Album", "A"), try key("Album", "B"))
    let albums = found.filter { $0[0] == "Album" }.map { "\($0[2]) \($0[3]) \($0[6])" }
    let expected = [#"["stock"] ["tracks"] [\#(a)]"#, #" ["tracks"] [\#(b)]"#]
    #expect(Set(albums) == Set(expected))
    #expect(
      found.filter { $0[0] == "Track" }.map { [$0[2], $0[3], $0[6]] } == [
        [#"["album"]"#, "", "[\(try key("Track", "1"))]"]
      ])
  }

  @Test("A new order is a change of order keys")
  func order() throws {
    let (album, tracks, singers) = try fill()
    album.tracks = [tracks[2], tracks[0], tracks[1]]
    try context.save()
    let orders = try groups().filter { $0[1] == "order" }
    #expect(orders.map { [$0[0], $0[4], $0[5]] } == [["Track", "album", ""]])
    #expect(try groups().filter { $0[1] == "update" }.map { $0[2] + $0[3] } == [#"["tracks"]"#])
    tracks[0].singers = [singers[0], singers[1]]
    try context.save()
    tracks[0].singers = [singers[1], singers[0]]
    try context.save()
    let pairs = try groups().filter { $0[1] == "order" }
    #expect(pairs.map { [$0[0], $0[4]] } == [["Singer", "tracks"]])
    #expect(pairs.first?[5].contains(try key("Track", "1")) == true)
    #expect(try context.history().count == 4)
  }

  @Test("The links of a deleted object are not listed")
  func deletion() throws {
    let (_, _, singers) = try fill()
    context.delete(singers[0])
    try context.save()
    #expect(try groups().filter { !$0[4].isEmpty }.isEmpty)
  }
}
