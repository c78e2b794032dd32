import Perennial
import PerennialPresets
import Testing
import PerennialRecords

@Suite("What a field of a preset shows")
struct FieldRuleTests {
  private func edition(_ version: Int, title: Int, rank: Int = 0) -> CatalogVersion<Content> {
    CatalogVersion(version: version, values: ["title": .number(title), "rank": .number(rank)])
  }

  private func state(_ editions: CatalogVersion<Content>...) -> RecordState<Content> {
    editions.reduce(into: RecordState()) { $0.offer($1) }
  }

  @Test("A new version reaches what nobody touched, and nothing else")
  func update() {
    var state = state(edition(1, title: 1, rank: 1))
    state.write(.number(7), to: "title", at: moment(1))
    state.offer(edition(2, title: 2, rank: 2))
    let reading = RecordReading(state)
    #expect(reading.value(of: "title") == .number(7))
    #expect(reading.value(of: "rank") == .number(2))
    #expect(reading.standing == .edited(["title"]))
  }

  @Test("A first launch long after an edit elsewhere does not beat it")
  func lateLaunch() {
    var early = state(edition(1, title: 1))
    early.write(.number(7), to: "title", at: moment(1))
    let late = state(edition(3, title: 3))
    for joined in [early.joined(with: late), late.joined(with: early)] {
      #expect(RecordReading(joined).value(of: "title") == .number(7))
      #expect(joined.catalogVersion?.version == 3)
    }
  }

  @Test("An older app does not bring older defaults back")
  func downgrade() {
    let state = state(edition(3, title: 3), edition(1, title: 1))
    #expect(RecordReading(state).value(of: "title") == .number(3))
  }

  @Test("Who writes what the catalog says has written, too: a later version leaves it")
  func writtenDefault() {
    var state = state(edition(1, title: 1))
    state.write(.number(1), to: "title", at: moment(1))
    state.offer(edition(2, title: 2))
    #expect(RecordReading(state).value(of: "title") == .number(1))
  }

  @Test("Of two builds that call different things one version, everybody takes the same")
  func sameVersion() {
    let builds = [
      edition(1, title: 1), edition(1, title: 2), edition(1, title: 2, rank: 5),
      CatalogVersion(version: 1, values: ["title": .number(2)], isRetired: true),
      CatalogVersion(version: 1, values: ["title": .number(2)], links: ["tags": [RecordName("a")]]),
    ]
    for one in builds {
      for other in builds {
        #expect(CatalogVersion.later(one, other) == CatalogVersion.later(other, one))
      }
    }
  }

  @Test("A field that the catalog gives up keeps what was written in it")
  func droppedField() {
    var state = state(edition(1, title: 1, rank: 1))
    state.write(.number(7), to: "rank", at: moment(1))
    state.offer(CatalogVersion(version: 2, values: ["title": .number(1)]))
    #expect(RecordReading(state).value(of: "rank") == .number(7))
    #expect(RecordReading(state).value(of: "unknown") == nil)
  }

  // MARK: - Conflicts

  @Test("A conflict has three values, and without a rule shows what was written")
  func conflict() {
    var state = state(edition(1, title: 1, rank: 1))
    state.write(.number(7), to: "title", at: moment(1))
    #expect(RecordReading(state).conflicts.isEmpty)
    state.offer(edition(2, title: 2, rank: 1))
    let conflict = PresetConflict<Content>(
      field: "title", base: .number(1), mine: .number(7), theirs: .number(2))
    #expect(RecordReading(state).conflicts == [conflict])
    #expect(RecordReading(state).value(of: "title") == .number(7))

    let policy = ReadingPolicy<Content>(conflictRules: ["title": .theirs])
    #expect(RecordReading(state, policy: policy).value(of: "title") == .number(2))
    #expect(
      RecordReading(state, policy: ReadingPolicy(conflictRules: ["title": .mine]))
        .value(of: "title") == .number(7))
  }

  @Test("There is none if the catalog comes to say what was written, or goes back")
  func noConflict() {
    var state = state(edition(1, title: 1))
    state.write(.number(2), to: "title", at: moment(1))
    state.offer(edition(2, title: 2))
    #expect(RecordReading(state).conflicts.isEmpty)
    state.offer(edition(3, title: 1))
    #expect(RecordReading(state).conflicts.isEmpty)
  }

  @Test("A rule finds the same whether versions came one by one or all at once")
  func counter() {
    let policy = View.policy(editsOutliveDeletions: false)
    var stepwise = state(edition(1, title: 1, rank: 10))
    stepwise.write(.number(13), to: "rank", at: moment(1))
    var atOnce = stepwise
    stepwise.offer(edition(2, title: 1, rank: 15))
    #expect(RecordReading(stepwise, policy: policy).value(of: "rank") == .number(18))
    let third = edition(3, title: 1, rank: 20)
    stepwise.offer(third)
    atOnce.offer(third)
    #expect(RecordReading(stepwise, policy: policy).value(of: "rank") == .number(23))
    #expect(RecordReading(atOnce, policy: policy).value(of: "rank") == .number(23))
  }

  @Test("What is written after a conflict was seen counts as it is")
  func resolved() {
    let policy = View.policy(editsOutliveDeletions: false)
    var state = state(edition(1, title: 1, rank: 10))
    state.write(.number(13), to: "rank", at: moment(1))
    state.offer(edition(2, title: 1, rank: 20))
    state.write(.number(24), to: "rank", at: moment(2))
    #expect(RecordReading(state, policy: policy).value(of: "rank") == .number(24))
    #expect(RecordReading(state, policy: policy).conflicts.isEmpty)
  }
}
