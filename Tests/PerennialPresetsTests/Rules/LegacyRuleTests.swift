import Perennial
import PerennialPresets
import Testing
import PerennialRecords

@Suite("What copies without stamps say")
struct LegacyRuleTests {
  private let copy = RecordName("7F2C")

  private var state: RecordState<Content> {
    var state = RecordState<Content>()
    state.offer(
      CatalogVersion(
        version: 2,
        values: ["title": .number(2), "tag": .reference(RecordName("home"))],
        links: ["tags": [RecordName("a")]],
        formerValues: ["title": [.number(1)]]))
    return state
  }

  private func seen(
    title: Int, tag: String = "home", tags: Set<RecordName> = [], at milliseconds: Int64,
    named name: String = "7F2C"
  ) -> (UnstampedDuplicate<Content>, RecordName) {
    let version = UnstampedDuplicate<Content>.Version(
      values: ["title": .number(title), "tag": .reference(RecordName(tag))], links: ["tags": tags])
    let name = RecordName(name)
    return (UnstampedDuplicate(name: name, modified: milliseconds, version: version), name)
  }

  private func folding(_ copies: (UnstampedDuplicate<Content>, RecordName)...) -> RecordState<
    Content
  > {
    copies.reduce(into: state) { $0.fold($1.0, named: $1.1) }
  }

  @Test("A value that the catalog has or had is nobody's", arguments: [1, 2])
  func defaults(title: Int) {
    let reading = RecordReading(folding(seen(title: title, at: 10)))
    #expect(reading.standing == .pristine)
    #expect(reading.value(of: "title") == .number(2))
  }

  @Test("Any other was written when the copy was last modified")
  func edits() {
    var state = folding(seen(title: 7, at: 10))
    #expect(RecordReading(state).value(of: "title") == .number(7))
    #expect(RecordReading(state).standing == .edited(["title"]))
    state.write(.number(8), to: "title", at: moment(5))
    #expect(RecordReading(state).value(of: "title") == .number(7))
    state.write(.number(9), to: "title", at: moment(15))
    #expect(RecordReading(state).value(of: "title") == .number(9))
    #expect((state.latestStamp?.time.milliseconds ?? 0) == 15)
  }

  @Test("Of several copies the last modified counts, and of two at once everybody takes the same")
  func severalCopies() {
    let state = folding(
      seen(title: 7, at: 10), seen(title: 8, at: 20, named: "81AA"),
      seen(title: 1, at: 30, named: "99B0"))
    #expect(RecordReading(state).value(of: "title") == .number(8))
    #expect(state.duplicates.count == 3)
    let one = folding(seen(title: 7, at: 10), seen(title: 8, at: 10, named: "81AA"))
    let other = folding(seen(title: 8, at: 10, named: "81AA"), seen(title: 7, at: 10))
    #expect(RecordReading(one).value(of: "title") == RecordReading(other).value(of: "title"))
  }

  @Test("A copy that is saved again for one field does not make the others newer")
  func savedAgain() {
    var state = folding(seen(title: 7, tag: "home", at: 10))
    state.write(.number(9), to: "title", at: moment(15))
    state.fold(seen(title: 7, tag: "work", at: 20).0, named: copy)
    let reading = RecordReading(state)
    #expect(reading.value(of: "title") == .number(9))
    #expect(reading.value(of: "tag") == .reference(RecordName("work")))
    state.fold(seen(title: 6, tag: "work", at: 30).0, named: copy)
    #expect(RecordReading(state).value(of: "title") == .number(6))
  }

  @Test("A copy that goes back to the catalog's value says nothing any more")
  func goingBack() {
    let reading = RecordReading(folding(seen(title: 7, at: 10), seen(title: 1, at: 20)))
    #expect(reading.value(of: "title") == .number(2))
    #expect(reading.standing == .pristine)
  }

  @Test("A reset holds for copies as well")
  func resetting() {
    var state = folding(seen(title: 7, tags: [RecordName("b")], at: 10))
    #expect(RecordReading(state).standing == .edited(["title", "tags"]))
    state.reset(at: moment(11))
    #expect(RecordReading(state).standing == .pristine)
  }

  @Test("Links are united, those that a copy lacks stay, and what is removed is removed")
  func links() {
    var state = folding(
      seen(title: 1, tags: [RecordName("b")], at: 10),
      seen(title: 1, tags: [RecordName("c"), RecordName("a")], at: 20, named: "81AA"))
    #expect(RecordReading(state).links(of: "tags").map(\.rawValue) == ["a", "b", "c"])
    state.unlink("tags", from: RecordName("b"), at: moment(30))
    #expect(RecordReading(state).links(of: "tags").map(\.rawValue) == ["a", "c"])
    state.fold(seen(title: 1, tags: [RecordName("b")], at: 40).0, named: copy)
    #expect(RecordReading(state).links(of: "tags").map(\.rawValue) == ["a", "c"])
  }

  @Test("A link that the catalog has or had is nobody's")
  func formerLinks() {
    var state = folding(seen(title: 1, tags: [RecordName("a"), RecordName("b")], at: 10))
    #expect(RecordReading(state).standing == .edited(["tags"]))
    state.offer(
      CatalogVersion(
        version: 3, values: ["title": .number(1), "tag": .reference(RecordName("home"))],
        links: ["tags": [RecordName("c")]],
        formerLinks: ["tags": [RecordName("a"), RecordName("b")]]))
    #expect(RecordReading(state).links(of: "tags") == [RecordName("c")])
    #expect(RecordReading(state).standing == .pristine)
  }

  @Test("A reference to a copy of the default is the default")
  func references() {
    let state = folding(seen(title: 1, tag: "D00D", at: 10))
    #expect(RecordReading(state).standing == .edited(["tag"]))
    var redirects = Redirects()
    redirects.add(Redirect(target: RecordName("home")), for: RecordName("D00D"))
    #expect(RecordReading(state, redirects: redirects).standing == .pristine)
  }

  @Test("Whoever knows more defaults later finds what nobody wrote")
  func laterKnowledge() {
    var state = folding(seen(title: 5, at: 10))
    #expect(RecordReading(state).standing == .edited(["title"]))
    state.offer(
      CatalogVersion(
        version: 3, values: ["title": .number(3), "tag": .reference(RecordName("home"))],
        formerValues: ["title": [.number(1), .number(2), .number(5)]]))
    #expect(RecordReading(state).standing == .pristine)
  }
}
