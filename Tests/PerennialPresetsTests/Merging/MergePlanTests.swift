import Perennial
@testable import PerennialPresets
import Testing
import PerennialRecords

@Suite("Merging duplicates")
struct MergePlanTests {
  private let work = RecordName("p.work")
  private let home = RecordName("p.home")
  private let shopping = MergeIdentity.key(entity: "List", "shopping")

  private func preset(
    title: Int, former: Set<Content> = [], tag: RecordName? = nil
  ) -> RecordState<Content> {
    var values: [String: Content] = ["title": .number(title)]
    values["tag"] = tag.map { .reference($0) }
    var state = RecordState<Content>()
    state.offer(CatalogVersion(version: 2, values: values, formerValues: ["title": former]))
    return state
  }

  private func row(
    _ key: Int64,
    _ identity: MergeIdentity,
    title: Int,
    tag: RecordName? = nil,
    modified: Int64 = 10,
    links: [RecordName] = []
  ) -> MergeRow<Content> {
    var values: [String: Content] = ["title": .number(title)]
    values["tag"] = tag.map { .reference($0) }
    return MergeRow(
      name: RecordName("row\(key)"), key: key, identity: identity, modified: modified,
      values: values, links: links.isEmpty ? [:] : ["tags": links])
  }

  private func own(_ name: RecordName, title: Int, links: [RecordName] = []) -> MergeRow<Content> {
    MergeRow(
      name: name, key: -1, identity: .preset(name), modified: 10, values: ["title": .number(title)],
      links: links.isEmpty ? [:] : ["tags": links])
  }

  @Test("Where nothing is there twice there is nothing to do")
  func nothing() {
    let request = MergeRequest<Content>(
      rows: [own(work, title: 1), row(2, shopping, title: 1)], presets: [work: preset(title: 1)])
    #expect(MergePlan(request).isEmpty)
    #expect(MergePlan(MergeRequest<Content>(rows: [])).isEmpty)
  }

  @Test("All rows of a preset become its own row, which is made if it is missing")
  func winner() throws {
    var request = MergeRequest(
      rows: [row(1, .preset(work), title: 1), row(2, .preset(work), title: 1)],
      presets: [work: preset(title: 2, former: [.number(1)])])
    var merge = try #require(MergePlan(request).merges.first)
    #expect(merge.winner == work)
    #expect(merge.isNew)
    #expect(merge.losers.map(\.rawValue) == ["row1", "row2"])
    #expect(merge.values == ["title": .number(2)])
    #expect(merge.written.isEmpty)
    #expect(merge.overridden.isEmpty)

    request.rows.append(own(work, title: 2))
    merge = try #require(MergePlan(request).merges.first)
    #expect(!merge.isNew)
    #expect(merge.losers.map(\.rawValue) == ["row1", "row2"])
  }

  @Test("A single row of a preset under another key moves to the preset's")
  func single() throws {
    let request = MergeRequest(
      rows: [row(1, .preset(work), title: 7)], presets: [work: preset(title: 1)])
    let merge = try #require(MergePlan(request).merges.first)
    #expect(merge.winner == work)
    #expect(merge.values["title"] == .number(7))
    #expect(merge.written["title"]?.stamp.time.milliseconds == 10)
  }

  @Test("The last that people wrote counts, and the plan tells what gave way")
  func values() throws {
    let request = MergeRequest(
      rows: [
        row(1, .preset(work), title: 7, modified: 20),
        row(2, .preset(work), title: 8, modified: 10),
        row(3, .preset(work), title: 1, modified: 30),
      ],
      presets: [work: preset(title: 1)])
    let merge = try #require(MergePlan(request).merges.first)
    #expect(merge.values["title"] == .number(7))
    #expect(merge.overridden.map(\.row.rawValue) == ["row2"])
    #expect(merge.overridden.map(\.value) == [.number(8)])
  }

  @Test("What was written with a stamp counts by it")
  func stamped() throws {
    var state = preset(title: 1)
    state.write(.number(9), to: "title", at: moment(15))
    for (modified, expected) in [(Int64(10), 9), (20, 7)] {
      let request = MergeRequest(
        rows: [own(work, title: 9), row(1, .preset(work), title: 7, modified: modified)],
        presets: [work: state])
      let merge = try #require(MergePlan(request).merges.first)
      #expect(merge.values["title"] == .number(expected))
    }
  }

  @Test("A reset holds for duplicates that are older")
  func resetting() throws {
    var state = preset(title: 1)
    state.reset(at: moment(20))
    let request = MergeRequest(
      rows: [row(1, .preset(work), title: 7)], presets: [work: state])
    let merge = try #require(MergePlan(request).merges.first)
    #expect(merge.values["title"] == .number(1))
    #expect(merge.overridden.map(\.value) == [.number(7)])
  }

  @Test("A preset that a person has deleted does not come back with its duplicates")
  func deleted() throws {
    var state = preset(title: 1)
    state.delete(at: moment(5))
    let request = MergeRequest(
      rows: [
        row(1, .preset(work), title: 1),
        row(2, .preset(home), title: 1, tag: RecordName("row1"), links: [RecordName("row1")]),
      ],
      presets: [work: state, home: preset(title: 1)])
    let plan = MergePlan(request)
    let merge = try #require(plan.merges.first { $0.winner == work })
    #expect(merge.isDeleted)
    let other = try #require(plan.merges.first { $0.winner == home })
    #expect(other.values["tag"] == nil)
    #expect(other.links["tags"] == [])
  }

  // MARK: - References

  @Test("References of other duplicates follow")
  func references() throws {
    let request = MergeRequest(
      rows: [
        row(1, .preset(work), title: 1),
        row(2, .preset(home), title: 1, tag: RecordName("row1")),
      ],
      presets: [work: preset(title: 1), home: preset(title: 1, tag: work)])
    let plan = MergePlan(request)
    let merge = try #require(plan.merges.first { $0.winner == home })
    #expect(merge.values["tag"] == .reference(work))
    #expect(merge.written.isEmpty)
    #expect(plan.redirects.destination(of: RecordName("row2")) == home)
  }

  // MARK: - Requirements

  private func requirement(_ source: String, _ target: String) -> MergeRequirement {
    MergeRequirement(
      source: RecordName(source), relationship: "Note.tag", target: RecordName(target),
      isExclusive: true)
  }

  @Test("Duplicates of a deleted preset stay if a row that is not merged requires one of them")
  func required() {
    var state = preset(title: 1)
    state.delete(at: moment(5))
    var request = MergeRequest(
      rows: [row(1, .preset(work), title: 1), row(2, .preset(work), title: 1)],
      presets: [work: state], requirements: [requirement("note", "row1")])
    #expect(MergePlan(request).refusals.map(\.reason) == [.isRequired])
    #expect(MergePlan(request).isEmpty)
    request.requirements = [requirement("row2", "row1")]
    #expect(MergePlan(request).refusals.isEmpty)
    #expect(MergePlan(request).merges.map(\.isDeleted) == [true])
  }

  @Test("Duplicates stay if several rows require one of them each, unless these become one too")
  func contended() {
    let owner = MergeIdentity.key(entity: "Note", "a")
    var request = MergeRequest(
      rows: [
        row(1, .preset(work), title: 1), row(2, .preset(work), title: 1), row(3, owner, title: 1),
        row(4, owner, title: 1),
      ],
      presets: [work: preset(title: 1)],
      requirements: [requirement("row3", "row1"), requirement("row4", "row2")])
    #expect(MergePlan(request).refusals == [MergeRefusal(preset: work, reason: .hasSeveralOwners)])
    #expect(MergePlan(request).isEmpty)
    request.confirmed = [owner]
    #expect(MergePlan(request).refusals.isEmpty)
    #expect(MergePlan(request).merges.map(\.identity) == [.preset(work), owner])
    // Owners that stay apart keep apart what they require.
    request.requirements += [requirement("x", "row3"), requirement("y", "row4")]
    #expect(MergePlan(request).refusals == [MergeRefusal(preset: work, reason: .hasSeveralOwners)])
    #expect(MergePlan(request).unconfirmed.map(\.identity) == [owner])
  }

  @Test("Links are united: those of the row that stays, then the others' in the order of their age")
  func links() throws {
    let names = ["a", "b", "c", "d"].map { RecordName($0) }
    let request = MergeRequest(
      rows: [
        own(work, title: 1, links: [names[1]]),
        row(5, .preset(work), title: 1, modified: 1, links: [names[3], names[0]]),
        row(2, .preset(work), title: 1, modified: 9, links: [names[2], names[1]]),
      ],
      presets: [work: preset(title: 1)])
    let merge = try #require(MergePlan(request).merges.first)
    #expect(merge.links["tags"]?.map(\.rawValue) == ["b", "c", "d", "a"])
  }

  // MARK: - The app's keys

  @Test("What people may have made on purpose waits until the app confirms it")
  func lookAlikes() throws {
    var request = MergeRequest(
      rows: [
        row(4, shopping, title: 3, modified: 20), row(2, shopping, title: 3),
        row(3, .key(entity: "List", "travel"), title: 3),
      ])
    var plan = MergePlan(request)
    #expect(plan.isEmpty)
    #expect(plan.unconfirmed.map(\.identity) == [shopping])
    #expect(plan.unconfirmed.first?.rows.map(\.rawValue) == ["row2", "row4"])

    request.rows[0].values["title"] = .number(8)
    request.confirmed = [shopping]
    plan = MergePlan(request)
    let merge = try #require(plan.merges.first)
    #expect(merge.winner.rawValue == "row2")
    #expect(merge.values == ["title": .number(8)])
    #expect(merge.written.isEmpty)
    #expect(merge.overridden.map(\.value) == [.number(3)])
    #expect(plan.unconfirmed.isEmpty)
  }

  @Test("What holds nothing but one value waits as well, and is merged if it is confirmed")
  func untouched() {
    var request = MergeRequest<Content>(
      rows: [row(1, shopping, title: 1, tag: home), row(2, shopping, title: 1, tag: home)])
    #expect(MergePlan(request).isEmpty)
    #expect(MergePlan(request).unconfirmed.count == 1)
    request.confirmed = [shopping]
    #expect(MergePlan(request).merges.map(\.winner.rawValue) == ["row1"])
    #expect(MergePlan(request).merges.map(\.overridden.isEmpty) == [true])
  }

  @Test("It waits whatever else is merged, and what it refers to is merged with it")
  func untouchedByWayOfOthers() throws {
    var request = MergeRequest<Content>(
      rows: [
        row(1, shopping, title: 1, tag: RecordName("row3")),
        row(2, shopping, title: 1, tag: home), row(3, .preset(home), title: 1),
      ],
      presets: [home: preset(title: 1)])
    #expect(MergePlan(request).unconfirmed.map(\.identity) == [shopping])
    #expect(MergePlan(request).merges.map(\.winner.rawValue) == ["p.home"])
    request.confirmed = [shopping]
    let plan = MergePlan(request)
    #expect(plan.unconfirmed.isEmpty)
    #expect(plan.merges.map(\.winner.rawValue) == ["p.home", "row1"])
    // Both rows refer to the preset, so that none of them gives way.
    #expect(plan.merges.last?.overridden.isEmpty == true)
    #expect(plan.merges.last?.values["tag"] == .reference(home))
  }

  @Test("A row fills what the last modified leaves empty")
  func gaps() throws {
    var request = MergeRequest<Content>(
      rows: [
        row(1, shopping, title: 1, tag: home, modified: 10),
        row(2, shopping, title: 2, modified: 20),
      ])
    request.confirmed = [shopping]
    let merge = try #require(MergePlan(request).merges.first)
    #expect(merge.values == ["title": .number(2), "tag": .reference(home)])
  }
}
