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
    let request = MergeRequest(
      rows: [row(1, .preset(work), title: 7)], presets: [work: preset(title: 1)],
      sharedResets: [work: moment(20)])
    let merge = try #require(MergePlan(request).merges.first)
    #expect(merge.values["title"] == .number(1))
    #expect(merge.overridden.map(\.value) == [.number(7)])
  }

  @Test("A preset that a person has deleted does not come back with its duplicates")
  func deleted() throws {
    var state = preset(title: 1)
    state.delete(at: moment(5))
    let note = RecordName("note")
    let reference = MergeReference(source: note, field: "tag", target: RecordName("row1"))
    let request = MergeRequest(
      rows: [
        row(1, .preset(work), title: 1),
        row(2, .preset(home), title: 1, tag: RecordName("row1"), links: [RecordName("row1")]),
      ],
      presets: [work: state, home: preset(title: 1)], references: [reference])
    let plan = MergePlan(request)
    let merge = try #require(plan.merges.first { $0.winner == work })
    #expect(merge.isDeleted)
    #expect(plan.repointings.map(\.reference) == [reference])
    #expect(plan.repointings.map(\.destination) == [nil])
    let other = try #require(plan.merges.first { $0.winner == home })
    #expect(other.values["tag"] == nil)
    #expect(other.links["tags"] == [])
  }

  // MARK: - References

  @Test("References follow, those of other duplicates too")
  func references() throws {
    let note = RecordName("note")
    let toOne = MergeReference(source: note, field: "tag", target: RecordName("row1"))
    let request = MergeRequest(
      rows: [
        row(1, .preset(work), title: 1),
        row(2, .preset(home), title: 1, tag: RecordName("row1")),
      ],
      presets: [work: preset(title: 1), home: preset(title: 1, tag: work)],
      references: [
        toOne, MergeReference(source: RecordName("row2"), field: "tag", target: RecordName("row1")),
      ])
    let plan = MergePlan(request)
    #expect(plan.repointings.map(\.reference) == [toOne])
    #expect(plan.repointings.map(\.destination) == [work])
    let merge = try #require(plan.merges.first { $0.winner == home })
    #expect(merge.values["tag"] == .reference(work))
    #expect(merge.written.isEmpty)
    #expect(plan.redirects.destination(of: RecordName("row2")) == home)
  }

  @Test(
    "A relationship to many that had several of the rows has the object once, at the first place")
  func joinRows() {
    let note = RecordName("note")
    func link(_ target: String, _ place: Int64) -> MergeReference {
      MergeReference(source: note, field: "tags", target: RecordName(target), place: place)
    }
    var request = MergeRequest(
      rows: [row(1, .preset(work), title: 1), row(2, .preset(work), title: 1)],
      presets: [work: preset(title: 1)], references: [link("row1", 5), link("row2", 3)])
    let repointings = MergePlan(request).repointings
    #expect(repointings.map(\.reference) == [link("row2", 3), link("row1", 5)])
    #expect(repointings.map(\.destination) == [work, nil])
    request.references.insert(link("p.work", 9))
    #expect(MergePlan(request).repointings.allSatisfy { $0.destination == nil })
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

  @Test("What holds nothing but the defaults of one version is merged without asking")
  func untouched() {
    var request = MergeRequest<Content>(
      rows: [row(1, shopping, title: 1), row(2, shopping, title: 2, tag: home)])
    request.historicDefaults = [
      shopping: [
        ["title": .number(1)], ["title": .number(2), "tag": .reference(home)],
      ]
    ]
    #expect(MergePlan(request).merges.map(\.winner.rawValue) == ["row1"])
    request.rows[0].values["tag"] = .reference(home)
    #expect(MergePlan(request).isEmpty)
    #expect(MergePlan(request).unconfirmed.count == 1)
  }

  @Test("Whether it does may depend on what else is merged")
  func untouchedByWayOfOthers() {
    var request = MergeRequest<Content>(
      rows: [
        row(1, shopping, title: 1, tag: RecordName("row3")),
        row(2, shopping, title: 1, tag: home), row(3, .preset(home), title: 1),
      ],
      presets: [home: preset(title: 1)])
    request.historicDefaults = [shopping: [["title": .number(1), "tag": .reference(home)]]]
    #expect(MergePlan(request).unconfirmed.isEmpty)
    #expect(MergePlan(request).merges.map(\.winner.rawValue) == ["p.home", "row1"])
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
