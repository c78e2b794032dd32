import Perennial
import PerennialPresets
import Testing
import PerennialRecords

@Suite("What a relationship to many of a preset shows")
struct LinkRuleTests {
  private let a = RecordName("a")
  private let b = RecordName("b")
  private let c = RecordName("c")

  private func edition(_ version: Int, _ targets: RecordName...) -> CatalogVersion<Content> {
    CatalogVersion(version: version, values: [:], links: ["tags": targets])
  }

  private func state(_ edition: CatalogVersion<Content>) -> RecordState<Content> {
    var state = RecordState<Content>()
    state.offer(edition)
    return state
  }

  @Test("The catalog's links come first, in its order, then the others as they were added")
  func order() {
    var state = state(edition(1, b, a))
    state.link("tags", to: RecordName("z"), at: moment(1))
    state.link("tags", to: RecordName("y"), at: moment(2))
    #expect(RecordReading(state).links(of: "tags").map(\.rawValue) == ["b", "a", "z", "y"])
    #expect(RecordReading(state).standing == .edited(["tags"]))
  }

  @Test("A new version adds and takes away links, and leaves what people did")
  func update() {
    var state = state(edition(1, a, b))
    state.link("tags", to: RecordName("z"), at: moment(1))
    state.unlink("tags", from: a, at: moment(2))
    state.offer(edition(2, a, c))
    #expect(RecordReading(state).links(of: "tags").map(\.rawValue) == ["c", "z"])
  }

  @Test("A link that people added stays when the catalog gives it up")
  func added() {
    var state = state(edition(1, a))
    state.link("tags", to: a, at: moment(1))
    #expect(RecordReading(state).standing == .pristine)
    state.offer(edition(2, b))
    #expect(RecordReading(state).links(of: "tags") == [b, a])
  }

  @Test("Of an addition and a removal that do not know of each other the addition wins")
  func concurrent() {
    var one = state(edition(1))
    one.link("tags", to: a, at: moment(1))
    var other = one
    one.link("tags", to: a, at: moment(2))
    other.unlink("tags", from: a, at: moment(3, on: 2))
    #expect(RecordReading(other).links(of: "tags").isEmpty)
    #expect(RecordReading(one.joined(with: other)).links(of: "tags") == [a])
    other.join(one)
    other.unlink("tags", from: a, at: moment(4, on: 2))
    #expect(RecordReading(one.joined(with: other)).links(of: "tags").isEmpty)
    other.link("tags", to: a, at: moment(5, on: 2))
    #expect(RecordReading(one.joined(with: other)).links(of: "tags") == [a])
  }

  @Test("A link to a copy is a link to the preset, and is removed with it")
  func aliases() {
    var redirects = Redirects()
    redirects.add(Redirect(target: a), for: b)
    var state = state(edition(1, a, b))
    #expect(RecordReading(state, redirects: redirects).links(of: "tags") == [a])
    state.link("tags", to: b, at: moment(1))
    state.unlink("tags", from: a, at: moment(2), following: redirects)
    #expect(RecordReading(state, redirects: redirects).links(of: "tags").isEmpty)
  }
}
