import PerennialRecords
import Testing

@Suite("The head of a zone")
struct ZoneTests {
  private func code(_ zone: Zone, after token: SyncToken?) -> HubError.Code? {
    do {
      _ = try zone.start(after: token)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("A device without a position begins at the first change, and knows what was forgotten")
  func first() throws {
    let zone = Zone(incarnation: 3, sequence: 20, floor: 10)
    #expect(try zone.start(after: nil) == SyncToken(incarnation: 3, sequence: 0, floor: 10))
  }

  @Test(
    "A device goes on at its position",
    arguments: [
      SyncToken(incarnation: 1, sequence: 10, floor: 0),
      SyncToken(incarnation: 1, sequence: 10, floor: 10),
      SyncToken(incarnation: 1, sequence: 3, floor: 10),
      SyncToken(incarnation: 1, sequence: 20, floor: 0),
    ])
  func next(token: SyncToken) throws {
    #expect(try Zone(sequence: 20, floor: 10).start(after: token) == token)
  }

  @Test("The zone's own position is never refused")
  func ownPosition() throws {
    for zone in [Zone(), Zone(sequence: 5), Zone(incarnation: 2, sequence: 9, floor: 9)] {
      #expect(try zone.start(after: zone.token) == zone.token)
      #expect(try zone.token(after: zone.sequence, from: zone.start(after: nil)) == zone.token)
    }
  }

  // MARK: Another database

  @Test(
    "A position in another database is refused",
    arguments: [(1, 5), (3, 5), (2, 21), (1, 21), (2, .max)] as [(Int64, Int64)])
  func otherDatabase(incarnation: Int64, sequence: Int64) {
    let zone = Zone(incarnation: 2, sequence: 20, floor: 4)
    let token = SyncToken(incarnation: incarnation, sequence: sequence, floor: 4)
    #expect(code(zone, after: token) == .hubRestored)
  }

  @Test("A restored hub is recognised also where deletions are forgotten")
  func precedence() {
    let zone = Zone(incarnation: 2, sequence: 20, floor: 10)
    #expect(code(zone, after: SyncToken(incarnation: 1, sequence: 5)) == .hubRestored)
  }

  // MARK: Forgotten deletions

  @Test("A position before forgotten deletions is refused; the one at the last of them is not")
  func floor() {
    let zone = Zone(sequence: 20, floor: 10)
    #expect(code(zone, after: SyncToken(incarnation: 1, sequence: 9)) == .tokenExpired)
    #expect(code(zone, after: SyncToken(incarnation: 1, sequence: 9, floor: 9)) == .tokenExpired)
    #expect(code(zone, after: SyncToken(incarnation: 1, sequence: 0)) == .tokenExpired)
    #expect(code(zone, after: SyncToken(incarnation: 1, sequence: 10)) == nil)
  }

  @Test("A reading that began before deletions were forgotten expires")
  func readingBegunBefore() throws {
    var zone = Zone(sequence: 20, floor: 2)
    let token = zone.token(after: 7, from: try zone.start(after: nil))
    #expect(token == SyncToken(incarnation: 1, sequence: 7, floor: 2))
    #expect(code(zone, after: token) == nil)
    zone.floor = 8
    #expect(code(zone, after: token) == .tokenExpired)
  }

  @Test("A reading that began afterwards does not, on any of its pages")
  func readingBegunAfter() throws {
    let zone = Zone(sequence: 20, floor: 15)
    var token = try zone.start(after: nil)
    for last in [4, 9, 14, 15, 16, 20] as [Int64] {
      token = zone.token(after: last, from: try zone.start(after: token))
      #expect(token == SyncToken(incarnation: 1, sequence: last, floor: 15))
    }
    #expect(token == zone.token)
  }

  @Test("A reading that has passed the forgotten deletions goes on: it has received them")
  func readingBeyond() throws {
    var zone = Zone(sequence: 20, floor: 0)
    let token = zone.token(after: 12, from: try zone.start(after: nil))
    zone.floor = 10
    #expect(try zone.start(after: token) == token)
    #expect(
      zone.token(after: 15, from: token) == SyncToken(incarnation: 1, sequence: 15, floor: 10))
  }

  @Test("A page before the forgotten deletions does not make up for a reading begun before them")
  func pageBefore() {
    let zone = Zone(sequence: 20, floor: 8)
    let start = SyncToken(incarnation: 1, sequence: 0, floor: 2)
    #expect(zone.token(after: 7, from: start).floor == 2)
    #expect(zone.token(after: 8, from: start).floor == 8)
  }

  @Test("A reading expires when deletions are forgotten again")
  func forgottenAgain() throws {
    var zone = Zone(sequence: 20, floor: 10)
    let token = zone.token(after: 5, from: try zone.start(after: nil))
    zone.sequence = 30
    #expect(code(zone, after: token) == nil)
    zone.floor = 30
    #expect(code(zone, after: token) == .tokenExpired)
  }

  /// A zone of numbered deletions and other changes, some of them forgotten: for each position, the deletions
  /// that a device has not received decide if it can go on.
  @Test("A position expires exactly if a deletion after it could be missing")
  func exactness() throws {
    for end in 0...6 as ClosedRange<Int64> {
      for before in 0...end {
        for reading in 0...end {
          for after in before...end {
            var zone = Zone(sequence: end, floor: before)
            let token = zone.token(after: reading, from: try zone.start(after: nil))
            zone.floor = after
            let isMissing = reading < after && before < after
            #expect(
              code(zone, after: token) == (isMissing ? .tokenExpired : nil),
              "\(end) changes, floor \(before), then \(after); \(token)")
          }
        }
      }
    }
  }
}
