import PerennialRecords
import Testing

@Suite("Requests and records that a zone refuses")
struct ZoneRefusalTests {
  private let start = Zone(sequence: 10)
  private let now: Int64 = 1_700_000_000_000
  private let key = RecordName.object(key: 1)

  private func tag(_ key: Int64, created: Stamp? = .at(1), type: String = "Tag") -> Record {
    var record = Record(.object(key: key), type: type, created: created)
    record.state.write(.text("a"), to: "title", at: .at(1))
    return record
  }

  private func write(_ records: [Record], over stored: [Record] = []) throws -> ZoneWrite {
    let stored = Dictionary(stored.map { ($0.name, $0) }) { $1 }
    return try ZoneWrite(PushRequest(records), on: start, over: stored, hubTime: now)
  }

  private func refusals(of write: ZoneWrite) -> [RecordName: PushReply.Reason] {
    Dictionary(write.reply.refused.map { ($0.name, $0.reason) }) { first, _ in first }
  }

  // MARK: Whole requests

  private static let tolerance: Int64 = 300_000
  private static let changes: [(String, @Sendable (inout Record, Stamp) -> Void)] = [
    ("a value", { $0.state.write(.null, to: "title", at: $1) }),
    ("an added link", { $0.state.link("tags", to: RecordName("p.a"), at: $1) }),
    ("a removed link", { $0.state.unlink("tags", from: RecordName("p.a"), at: $1) }),
    ("a deletion", { $0.state.delete(at: $1) }),
    ("a restoration", { $0.state.restore(at: $1) }),
    ("an upsert", { $0.state.upsert(at: $1) }),
    ("a reset", { $0.state.reset(at: $1) }),
    ("a reset of a field", { $0.state.reset("title", at: $1) }),
    ("a total", { $0.state.count("likes", .init(stamp: $1, amount: 1), by: $1.device) }),
    (
      "40/9: the reset of a total",
      { $0.state.count("likes", .init(stamp: .at(1), amount: 1, reset: $1), by: $1.device) }
    ),
  ]

  @Test(
    "A record more than five minutes ahead of the hub is refused, and the whole request with it",
    arguments: changes.indices)
  func clockAhead(change index: Int) throws {
    let (name, change) = Self.changes[index]
    for (ahead, isRefused) in [(0, false), (Self.tolerance, false), (Self.tolerance + 1, true)] {
      for counter in [0, .max] as [UInt16] {
        var record = tag(2)
        change(&record, .at(now + ahead, counter: counter))
        let request = [tag(1), record]
        if isRefused {
          let error = #expect(throws: HubError.self) { try write(request) }
          #expect(error?.code == .clockAhead, "\(name)")
          #expect(error?.hubTime == now, "\(name)")
        } else {
          #expect(try write(request).changes.count == 2, "\(name)")
        }
      }
    }
  }

  @Test("40/9: An object of a clock that is a year ahead is edited and deleted as any other")
  func createdAhead() throws {
    let created = Stamp.at(now + 31_536_000_000, by: 2)
    var record = tag(1, created: created)
    let inserted = try write([record])
    #expect(inserted.reply.refused.isEmpty)
    record.state.write(.text("b"), to: "title", at: .at(now))
    let edited = try write([record], over: inserted.changes.map(\.record))
    #expect(edited.changes.first?.record.state.edits["title"]?.value == .text("b"))
    record.state.delete(at: .at(now))
    let deleted = try write([record], over: edited.changes.map(\.record))
    #expect(deleted.changes.first?.record.state.deletion?.isDeleted == true)
  }

  @Test("The last stamp of all is refused, and a hub whose clock says 1970 refuses the present")
  func extremes() throws {
    var (last, present) = (tag(1), tag(1))
    last.state.delete(at: Stamp(time: try #require(HybridTime(rawValue: .max)), device: .random()))
    present.state.delete(at: .at(now))
    #expect(throws: HubError.self) { try write([last]) }
    #expect(throws: HubError.self) {
      try ZoneWrite(PushRequest([present]), on: start, over: [:], hubTime: 0)
    }
  }

  /// The removal would cover all that the other device will ever add.
  @Test("A removal of additions that are far ahead is refused too")
  func removalAhead() throws {
    let stamp = Stamp.at(now + Self.tolerance + 1, by: 2)
    let text = #"{"links": {"tags": {"p.a": {"removed": ["\#(stamp)"]}}}}"#
    var record = tag(1)
    record.state.join(try JSON.value(of: text))
    #expect(throws: HubError.self) { try write([record]) }
  }

  @Test("A request has at most 2,000 records")
  func tooManyRecords() throws {
    let records = (1...2000).map { tag(Int64($0)) }
    #expect(try write(records).changes.count == 2000)
    let error = #expect(throws: HubError.self) { try write(records + [tag(1)]) }
    #expect(error?.code == .tooLarge)
  }

  // MARK: Single records

  @Test("A name that belongs to another object is refused; other records are written")
  func nameTaken() throws {
    let write = try write([tag(1, created: .at(2)), tag(2)], over: [tag(1)])
    #expect(refusals(of: write) == [key: .nameTaken])
    #expect(write.changes.map(\.record.name) == [.object(key: 2)])
    #expect(write.changes.map(\.sequence) == [11])
  }

  @Test("An object with a stamp of creation is not the same as one without")
  func unknownCreation() throws {
    #expect(refusals(of: try write([tag(1, created: nil)], over: [tag(1)])) == [key: .nameTaken])
    #expect(refusals(of: try write([tag(1)], over: [tag(1, created: nil)])) == [key: .nameTaken])
  }

  @Test("Two objects of one name in one request are not joined")
  func nameTwice() throws {
    var other = Record(key, type: "Tag", created: .at(2))
    other.state.write(.text("other"), to: "title", at: .at(5))
    let write = try write([tag(1), other])
    #expect(refusals(of: write) == [key: .nameTaken])
    #expect(write.changes.map(\.record) == [tag(1)])
  }

  @Test("A record that references a refused one is refused, wherever the reference is")
  func referenceRefused() throws {
    var (byValue, byLink, byRemoval, free) = (tag(2), tag(3), tag(4), tag(5))
    byValue.state.write(.reference(key), to: "parent", at: .at(1))
    byLink.state.link("tags", to: key, at: .at(1))
    byRemoval.state.unlink("tags", from: key, at: .at(1))
    free.state.write(.reference(.object(key: 2)), to: "parent", at: .at(1))
    let parts = [byValue, byLink, byRemoval, free]
    for request in [[tag(1, created: .at(2))] + parts, parts + [tag(1, created: .at(2))]] {
      let write = try write(request, over: [tag(1)])
      #expect(
        refusals(of: write) == [
          key: .nameTaken, byValue.name: .referenceRefused, byLink.name: .referenceRefused,
          byRemoval.name: .referenceRefused,
        ])
      #expect(write.changes.map(\.record.name) == [free.name])
    }
  }

  @Test("A reference to the record that the name belongs to is written by a later request")
  func laterReference() throws {
    var part = tag(2)
    part.state.write(.reference(key), to: "parent", at: .at(1))
    #expect(try write([part], over: [tag(1)]).reply.refused.isEmpty)
  }

  @Test("A record of another type is refused")
  func typeDiffers() throws {
    let write = try write([tag(1, type: "Recipe"), tag(2)], over: [tag(1)])
    #expect(refusals(of: write) == [key: .typeDiffers])
    #expect(write.changes.map(\.record.name) == [.object(key: 2)])
  }

  @Test(
    "An invalid name is refused",
    arguments: ["", "_a", "a b", "é", "a\n", String(repeating: "a", count: 256)])
  func invalidName(text: String) throws {
    let record = Record(RecordName(text), type: "Tag")
    let write = try write([record, tag(2)])
    #expect(write.reply.refused == [.init(record.name, .invalidName)])
    #expect(write.changes.map(\.record.name) == [.object(key: 2)])
  }

  // MARK: Sizes

  @Test("A record is refused if it would be larger than 1 MiB, also together with the stored one")
  func tooLarge() throws {
    let half = String(repeating: "x", count: HubLimits.recordBytes / 2)
    var (first, second, third) = (tag(1), tag(1), tag(1))
    first.state.write(.text(half), to: "a", at: .at(1))
    second.state.write(.text(half), to: "b", at: .at(1))
    third.state.write(.text("short"), to: "a", at: .at(2))
    #expect(try write([first]).reply.refused.isEmpty)
    let refused = try write([second, tag(2)], over: [first])
    #expect(refusals(of: refused) == [key: .tooLarge])
    #expect(refused.changes.map(\.record.name) == [.object(key: 2)])
    #expect(try write([third, second], over: [first]).reply.refused.isEmpty)
  }

  @Test("A record is refused if the zone does not have an asset that it can show")
  func missingAsset() throws {
    let asset = try #require(
      RecordAsset(checksum: String(repeating: "a", count: 64), byteCount: 5))
    var (shown, compared) = (tag(1), tag(2))
    shown.state.write(.asset(asset), to: "photo", at: .at(1))
    compared.state.write(.integer(1), to: "photo", over: .asset(asset), at: .at(1))
    var catalogs = tag(3)
    catalogs.state.offer(CatalogVersion(version: 1, values: ["photo": .asset(asset)]))
    let request = PushRequest([shown, compared, catalogs, tag(4)])
    let write = try ZoneWrite(
      request, on: start, over: [:], without: [asset], hubTime: now)
    #expect(refusals(of: write) == [key: .assetMissing, catalogs.name: .assetMissing])
    #expect(write.changes.map(\.record.name) == [compared.name, .object(key: 4)])
    #expect(try ZoneWrite(request, on: start, over: [:], hubTime: now).reply.refused.isEmpty)
    shown.state.remove([asset])
    #expect(shown == tag(1))
  }

  @Test("The limit is exact in the units of the byte count")
  func limit() throws {
    var record = tag(1)
    record.state.write(.text(""), to: "a", at: .at(1))
    let room = HubLimits.recordBytes - record.byteCount
    for (length, isRefused) in [(room, false), (room + 1, true)] {
      var large = tag(1)
      large.state.write(.text(String(repeating: "x", count: length)), to: "a", at: .at(1))
      #expect(try write([large]).changes.isEmpty == isRefused)
    }
  }

  @Test("Nothing of a refused record is stored, although other parts of it are in the request")
  func partsOfRefused() throws {
    var large = tag(1)
    large.state.write(
      .text(String(repeating: "x", count: HubLimits.recordBytes)), to: "a", at: .at(1))
    large.state.write(.integer(1), to: "b", at: .at(1))
    let write = try write([large, tag(1)])
    #expect(write.changes.map(\.record) == [tag(1)])
    #expect(refusals(of: write) == [key: .tooLarge])
  }
}
