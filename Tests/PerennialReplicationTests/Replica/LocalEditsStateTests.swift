import PerennialRecords
import Testing

@testable import PerennialReplication

@Suite("The state that a list of changes stands for")
struct LocalEditsStateTests {
  private typealias State = RecordState<RecordValue>
  private let name = RecordName.object(key: 1)
  private let a = RecordName.object(key: 10)
  private let b = RecordName.object(key: 11)

  /// Folds changes at the milliseconds 11, 12, 13 and so on, of device 1.
  private func edits(_ changes: LocalChange...) -> LocalEdits {
    var edits = LocalEdits()
    for (index, change) in changes.enumerated() { edits.add(change, at: .at(Int64(index + 11))) }
    return edits
  }

  private func state(
    of edits: LocalEdits, in content: RowContent?, over base: State = State(),
    shown: State? = nil, sharedReset: Stamp? = nil, isOffered: Bool = false,
    isWhole: Bool = false, counters: [String: Int64] = [:], missed: [String: RecordValue] = [:],
    isAcknowledged: Bool = false, late: Set<String> = [], unfit: Set<String> = [],
    defaults: [String: RecordValue] = [:], present: Set<RecordName>? = nil
  ) throws -> State {
    try edits.state(
      of: EditedRecord(
        content: content, base: RecordReading(base, sharedReset: sharedReset),
        shown: RecordReading(shown ?? base, sharedReset: sharedReset),
        isOffered: isOffered, isWhole: isWhole, counters: counters, missed: missed,
        isAcknowledged: isAcknowledged, late: late, defaultValue: { defaults[$0] },
        fits: { !unfit.contains($1) },
        isShown: { target, _ in present?.contains(target) ?? true }))
  }

  /// The acknowledged state of a preset.
  private var preset: State {
    var state = State()
    state.offer(
      CatalogVersion(
        version: 1, values: ["title": .text("Pasta"), "stars": .integer(3)], links: ["tags": [a]]))
    return state
  }

  // MARK: Fields

  @Test("A changed field has the value of the row and the stamp of its change")
  func fields() throws {
    let content = RowContent(values: ["title": .text("b"), "text": .text("c"), "stars": .null])
    var expected = State()
    expected.write(.text("b"), to: "title", at: .at(12))
    expected.write(.null, to: "stars", at: .at(11))
    let edits = edits(
      .update(name, fields: ["title", "stars"]), .update(name, fields: ["title"]))
    #expect(try state(of: edits, in: content) == expected)
  }

  @Test("A value that equals the acknowledged one is no edit")
  func equalValues() throws {
    var base = State()
    base.write(.text("a"), to: "title", at: .at(1))
    base.write(.null, to: "stars", at: .at(1))
    let edits = edits(.update(name, fields: ["title", "stars"]))
    let same = RowContent(values: ["title": .text("a"), "stars": .null])
    #expect(try state(of: edits, in: same, over: base) == State())
    let other = RowContent(values: ["title": .text("b"), "stars": .null])
    #expect(try state(of: edits, in: other, over: base).edits.keys.sorted() == ["title"])
  }

  @Test("A value that equals the catalog's is no edit; another one is an edit over it")
  func catalogValues() throws {
    let edits = edits(.update(name, fields: ["title", "stars"]))
    let content = RowContent(values: ["title": .text("Pasta"), "stars": .integer(5)])
    var expected = State()
    expected.write(.integer(5), to: "stars", over: .integer(3), at: .at(11))
    #expect(try state(of: edits, in: content, over: preset) == expected)
  }

  @Test("The catalog's value is an edit if it takes the place of the user's")
  func backToCatalog() throws {
    var base = preset
    base.write(.integer(5), to: "stars", at: .at(1))
    let state = try state(
      of: edits(.update(name, fields: ["stars"])), in: RowContent(values: ["stars": .integer(3)]),
      over: base)
    #expect(state.edits["stars"]?.value == .integer(3))
  }

  @Test("With the record rule, a row that a merge has kept as a whole is sent as a whole")
  func wholeRecord() throws {
    var base = State()
    base.write(.text("a"), to: "title", at: .at(5))
    base.write(.text("theirs"), to: "text", at: .at(5))
    let edits = edits(.update(name, fields: ["title"]))
    let content = RowContent(values: ["title": .text("a"), "text": .text("mine")])
    var expected = State()
    expected.write(.text("a"), to: "title", at: .at(11))
    expected.write(.text("mine"), to: "text", at: .at(11))
    #expect(try state(of: edits, in: content, over: base, isWhole: true) == expected)
    let same = RowContent(values: ["title": .text("a"), "text": .text("theirs")])
    #expect(try state(of: edits, in: same, over: base, isWhole: true) == State())
  }

  @Test("A reference without a row is shown as no value; so no value is no edit of it")
  func missingTarget() throws {
    var base = State()
    base.write(.reference(a), to: "parent", at: .at(1))
    let edits = edits(.update(name, fields: ["parent"]))
    let content = RowContent(values: ["parent": .null])
    #expect(try state(of: edits, in: content, over: base, present: []) == State())
    let state = try state(of: edits, in: content, over: base, present: [a])
    #expect(state.edits["parent"]?.value == .null)
  }

  @Test("A field that the row does not have is left out")
  func unknownField() throws {
    #expect(try state(of: edits(.update(name, fields: ["old"])), in: RowContent()) == State())
  }

  // MARK: Values that no user has chosen

  enum Substitute: CaseIterable {
    /// The row does not show the value yet: another version of the program has written it.
    case late
    /// The field cannot have the value.
    case unfit
    /// No device has given the object a value for the field.
    case missing
  }

  @Test(
    "A default in a row is no edit where objects are merged as a whole",
    arguments: Substitute.allCases)
  func substitute(_ substitute: Substitute) throws {
    var base = State()
    base.write(.text("a"), to: "title", at: .at(1))
    if substitute != .missing { base.write(.text("rain"), to: "weather", at: .at(1)) }
    let content = RowContent(values: ["title": .text("mine"), "weather": .text("unknown")])
    func state(_ edits: LocalEdits) throws -> State {
      try self.state(
        of: edits, in: content, over: base, isWhole: true, isAcknowledged: true,
        late: substitute == .late ? ["weather"] : [],
        unfit: substitute == .unfit ? ["weather"] : [])
    }
    var expected = State()
    expected.write(.text("mine"), to: "title", at: .at(11))
    if substitute != .missing { expected.write(.text("rain"), to: "weather", at: .at(11)) }
    #expect(try state(edits(.update(name, fields: ["title"]))) == expected)
    // A value that the user has chosen is one, also if it is the default.
    expected.write(.text("unknown"), to: "weather", at: .at(11))
    #expect(try state(edits(.update(name, fields: ["title", "weather"]))) == expected)
  }

  @Test(
    "What an insertion could not send is sent later, also if it is the default",
    arguments: [false, true])
  func held(isWhole: Bool) throws {
    let content = RowContent(values: ["title": .text("a"), "mood": .null, "text": .text("secret")])
    let inserted = edits(.insertion(name))
    let (sent, all) = inserted.separating(fields: ["mood", "text"], links: [])
    var base = State()
    base.write(.text("a"), to: "title", at: .at(11))
    var rest = all
    rest.remove(sent)
    #expect(try JSON.copy(of: rest) == rest)
    func state(_ edits: LocalEdits, over base: State) throws -> State {
      try self.state(
        of: edits, in: content, over: base, isWhole: isWhole, isAcknowledged: true,
        defaults: ["mood": .null])
    }
    var expected = State()
    expected.write(.null, to: "mood", at: .at(11))
    expected.write(.text("secret"), to: "text", at: .at(11))
    if isWhole { expected.write(.text("a"), to: "title", at: .at(11)) }
    #expect(try state(rest, over: base) == expected)

    // Another device has written both meanwhile, and the row shows it.
    var written = base
    written.write(.null, to: "mood", at: .at(20))
    written.write(.text("secret"), to: "text", at: .at(20))
    #expect(try state(rest, over: written) == State())
    // A form that assigns the default later is no edit, as before.
    #expect(try state(edits(.update(name, fields: ["mood"])), over: base).edits["mood"] == nil)

    rest.remove(rest)
    #expect(rest.isEmpty)
  }

  /// An update has added a property while the answer to the insertion is lost, and a form assigns all values. Other
  /// devices can have written the property.
  @Test(
    "The default of a property that was not sent with an insertion is as old as the insertion",
    arguments: [false, true])
  func added(isWhole: Bool) throws {
    var edits = edits(.insertion(name), .update(name, fields: ["title", "size"]))
    edits.sentValues = ["title": RecordValue.text("a").fingerprint]
    func state(size: Int64) throws -> State {
      try self.state(
        of: edits, in: RowContent(values: ["title": .text("a"), "size": .integer(size)]),
        isWhole: isWhole, defaults: ["size": .integer(0)])
    }
    var expected = State()
    expected.write(.text("a"), to: "title", at: .at(11))
    expected.write(.integer(0), to: "size", at: .at(11))
    #expect(try state(size: 0) == expected)
    // A value that the user has chosen is an edit.
    expected.write(.text("a"), to: "title", at: .at(isWhole ? 12 : 11))
    expected.write(.integer(5), to: "size", at: .at(12))
    #expect(try state(size: 5) == expected)
  }

  @Test(
    "A row that comes back with the values from before its deletion edits nothing that was written since"
  )
  func missed() throws {
    var base = State()
    base.write(.text("theirs"), to: "title", at: .at(5))
    base.write(.integer(1), to: "stars", at: .at(1))
    base.delete(at: .at(4))
    let edits = edits(.deletion(name), .insertion(name))
    let former = RowContent(values: ["title": .text("a"), "stars": .integer(1)])
    var expected = State()
    expected.restore(at: .at(12))
    #expect(
      try state(of: edits, in: former, over: base, missed: ["title": .text("a")]) == expected)
    // Values that the row had from the user, and that were never sent, are edits.
    let unsent = RowContent(values: ["title": .text("mine"), "stars": .integer(2)])
    expected.write(.text("mine"), to: "title", at: .at(12))
    expected.write(.integer(2), to: "stars", at: .at(12))
    #expect(
      try state(of: edits, in: unsent, over: base, missed: ["title": .text("a")]) == expected)
  }

  /// The user has undone a deletion after an update of the app, which has given the property the other type.
  @Test(
    "A whole number is one value in both kinds",
    arguments: [RecordValue.integer(3), .real(3)], [RecordValue.integer(3), .real(3), .real(3.5)])
  func wholeNumber(known: RecordValue, shown: RecordValue) throws {
    let isSame = shown != .real(3.5)
    let content = RowContent(values: ["stars": shown])
    let returned = edits(.deletion(name), .insertion(name))
    var base = State()
    base.write(known, to: "stars", at: .at(5))
    for changes in [returned, edits(.update(name, fields: ["stars"]))] {
      let cells = try state(of: changes, in: content, over: base, isAcknowledged: true).edits
      #expect(cells["stars"]?.value == (isSame ? nil : shown))
    }
    // The answer to the insertion was lost.
    var sent = edits(.insertion(name), .insertion(name))
    sent.sentValues = ["stars": known.fingerprint]
    #expect(try state(of: sent, in: content).edits["stars"]?.stamp == .at(isSame ? 11 : 12))
  }

  // MARK: Insertions and deletions

  @Test("An insertion writes all fields and links, those without a value too")
  func insertion() throws {
    let content = RowContent(
      values: ["title": .text("a"), "stars": .null], links: ["tags": [a, b], "friends": []])
    var expected = State()
    expected.write(.text("a"), to: "title", at: .at(12))
    expected.write(.null, to: "stars", at: .at(11))
    expected.link("tags", to: a, at: .at(11))
    expected.link("tags", to: b, at: .at(13))
    let edits = edits(
      .insertion(name), .update(name, fields: ["title"]), .link(name, field: "tags", to: b))
    #expect(try state(of: edits, in: content) == expected)
  }

  @Test("A deletion has no values")
  func deletion() throws {
    var expected = State()
    expected.delete(at: .at(12))
    let edits = edits(.update(name, fields: ["title"]), .deletion(name))
    #expect(try state(of: edits, in: nil) == expected)
    #expect(try state(of: LocalEdits(), in: nil) == State())
  }

  @Test("An insertion after an acknowledged deletion restores the record, with the row's values")
  func restoration() throws {
    var base = State()
    base.write(.text("a"), to: "title", at: .at(1))
    base.delete(at: .at(2))
    let state = try state(
      of: edits(.insertion(name)), in: RowContent(values: ["title": .text("a")]), over: base)
    #expect(state.deletion == DeletionState(stamp: .at(11), isDeleted: false))
    #expect(!RecordReading(base.joined(with: state)).isDeleted)
    #expect(RecordReading(base.joined(with: state)).value(of: "title") == .text("a"))
  }

  @Test("An insertion over a record that is not deleted restores nothing")
  func insertionOverKnown() throws {
    #expect(try state(of: edits(.insertion(name)), in: RowContent()).deletion == nil)
  }

  @Test("A preset that comes back before its deletion was sent is restored, also if it is retired")
  func restorationOfPreset() throws {
    let edits = edits(.deletion(name), .offer(name))
    let content = RowContent(values: ["title": .text("Pasta"), "stars": .integer(3)])
    for content in [content, nil] {
      let state = try state(of: edits, in: content, over: preset)
      #expect(state.deletion == DeletionState(stamp: .at(12), isDeleted: false))
    }
    #expect(try state(of: edits, in: nil).deletion == nil)
  }

  // MARK: Links

  @Test("A link is changed as the row has it; a change that the row contradicts is left out")
  func links() throws {
    let edits = edits(
      .link(name, field: "tags", to: a), .unlink(name, field: "tags", from: b),
      .link(name, field: "friends", to: b), .unlink(name, field: "friends", from: a))
    var expected = State()
    expected.link("tags", to: a, at: .at(11))
    expected.unlink("tags", from: b, at: .at(12), seen: State())
    let content = RowContent(links: ["tags": [a], "friends": [a]])
    #expect(try state(of: edits, in: content) == expected)
  }

  @Test("A removal covers the additions that are acknowledged, of all devices")
  func removal() throws {
    var base = State()
    base.link("tags", to: a, at: .at(1, by: 1))
    base.link("tags", to: a, at: .at(2, by: 2))
    base.link("tags", to: b, at: .at(2, by: 2))
    let state = try state(
      of: edits(.unlink(name, field: "tags", from: a)), in: RowContent(links: ["tags": [b]]),
      over: base)
    #expect(RecordReading(base.joined(with: state)).links(of: "tags") == [b])
  }

  @Test("A removal covers the device's own additions that no answer has acknowledged")
  func removalOfSent() throws {
    var sent = State()
    sent.link("tags", to: a, at: .at(1))
    let state = try state(
      of: edits(.unlink(name, field: "tags", from: a)), in: RowContent(), over: State())
    #expect(RecordReading(sent.joined(with: state)).links(of: "tags").isEmpty)
  }

  @Test("A removal does not cover another device's addition that was not known, nor a later one")
  func removalOfUnknown() throws {
    let removal = try state(
      of: edits(.unlink(name, field: "tags", from: a)), in: RowContent(), over: State())
    for stamp in [Stamp.at(5, by: 2), .at(12, by: 1), .at(50, by: 2)] {
      var other = State()
      other.link("tags", to: a, at: stamp)
      #expect(RecordReading(other.joined(with: removal)).links(of: "tags") == [a], "\(stamp)")
    }
  }

  @Test("The removal of a catalog's link withdraws it")
  func withdrawal() throws {
    let state = try state(
      of: edits(.unlink(name, field: "tags", from: a)), in: RowContent(), over: preset)
    #expect(RecordReading(preset.joined(with: state)).links(of: "tags").isEmpty)
  }

  @Test("A removal does not contain additions: the hub has them")
  func removalOnly() throws {
    var base = State()
    base.link("tags", to: a, at: .at(1, by: 2))
    let state = try state(
      of: edits(.unlink(name, field: "tags", from: a)), in: RowContent(), over: base)
    #expect(state.links["tags"]?.edits[a]?.additions.isEmpty == true)
  }

  // MARK: Resets

  @Test("A reset covers earlier edits of a preset; later ones are sent beside it")
  func reset() throws {
    let edits = edits(
      .update(name, fields: ["title"]), .link(name, field: "tags", to: b),
      .reset(name, field: nil), .update(name, fields: ["stars"]))
    let content = RowContent(
      values: ["title": .text("mine"), "stars": .integer(5)], links: ["tags": [a, b]])
    var expected = State()
    expected.reset(at: .at(13))
    expected.write(.integer(5), to: "stars", over: .integer(3), at: .at(14))
    #expect(try state(of: edits, in: content, over: preset) == expected)
  }

  @Test("A reset of a field covers earlier edits of that field alone")
  func fieldReset() throws {
    let edits = edits(
      .update(name, fields: ["title", "stars"]), .reset(name, field: "title"))
    let content = RowContent(values: ["title": .text("mine"), "stars": .integer(5)])
    var expected = State()
    expected.reset("title", at: .at(12))
    expected.write(.integer(5), to: "stars", over: .integer(3), at: .at(11))
    #expect(try state(of: edits, in: content, over: preset) == expected)
  }

  @Test("A reset by another device covers earlier edits, in the record or of all presets")
  func otherReset() throws {
    let edits = edits(.update(name, fields: ["title"]))
    let content = RowContent(values: ["title": .text("mine")])
    for (time, isCovered) in [(10, false), (11, true), (12, true)] as [(Int64, Bool)] {
      var base = preset
      base.reset(at: .at(time))
      #expect(try state(of: edits, in: content, over: base).edits.isEmpty == isCovered)
      let shared = try state(of: edits, in: content, over: preset, sharedReset: .at(time))
      #expect(shared.edits.isEmpty == isCovered)
    }
  }

  @Test("A reset does not cover edits of an object that the user has created")
  func resetOfObject() throws {
    let edits = edits(.update(name, fields: ["title"]))
    let content = RowContent(values: ["title": .text("mine")])
    let state = try state(of: edits, in: content, sharedReset: .at(99))
    #expect(state.edits.count == 1)
  }

  // MARK: Catalogs

  @Test("A catalog's content is offered if it is newer than the acknowledged one")
  func offer() throws {
    let edits = edits(.offer(name))
    let content = RowContent(values: ["title": .text("Pasta"), "stars": .integer(3)])
    #expect(try state(of: edits, in: content, over: preset, isOffered: true) == preset)
    #expect(try state(of: edits, in: content, over: preset, isOffered: false) == State())
    #expect(try state(of: LocalEdits(), in: content, over: preset, isOffered: true) == State())
  }

  @Test("A row that shows an older catalog is compared with that catalog")
  func olderCatalog() throws {
    var latest = State()
    latest.offer(
      CatalogVersion(version: 2, values: ["title": .text("Pici"), "stars": .integer(50)]))
    let edits = edits(.update(name, fields: ["title", "stars"]))
    let content = RowContent(values: ["title": .text("Pasta"), "stars": .integer(4)])
    let state = try state(
      of: edits, in: content, over: latest, shown: preset, counters: ["stars": 0])
    #expect(state.edits.isEmpty)
    #expect(RecordReading(latest.joined(with: state)).value(of: "stars") == .integer(51))
  }

  @Test("What was counted before a reset does not count, also if the row still shows it")
  func counterBeforeReset() throws {
    let edits = edits(.update(name, fields: ["stars"]))
    let content = RowContent(values: ["title": .text("Pasta"), "stars": .integer(4)])
    func counted(after reset: Stamp) throws -> State {
      try state(
        of: edits, in: content, over: preset, sharedReset: reset, counters: ["stars": 0])
    }
    #expect(try counted(after: .at(12)) == State())
    #expect(try counted(after: .at(10)).counters["stars"]?.totals.count == 1)
  }
}
