import Perennial
import PerennialPresets
import Testing
import PerennialRecords

@Suite("Whether a preset is there")
struct PresenceRuleTests {
  private func edition(_ version: Int, isRetired: Bool = false) -> CatalogVersion<Content> {
    CatalogVersion(version: version, values: ["title": .number(version)], isRetired: isRetired)
  }

  private var offered: RecordState<Content> {
    var state = RecordState<Content>()
    state.offer(edition(1))
    return state
  }

  @Test("What a person deleted stays deleted, whatever is offered or launched")
  func deletion() {
    var state = offered
    state.delete(at: moment(10))
    state.offer(edition(2))
    state.join(offered)
    #expect(RecordReading(state).standing == .deleted)
    #expect(!RecordReading(state).isVisible(hasInboundReferences: true))
  }

  @Test("To restore brings back what was written, also while it was deleted")
  func restoring() {
    var state = offered
    state.delete(at: moment(10))
    state.write(.number(7), to: "title", at: moment(20, on: 2))
    #expect(RecordReading(state).isDeleted)
    state.restore(at: moment(30))
    #expect(RecordReading(state).value(of: "title") == .number(7))
    #expect(RecordReading(state).isVisible(hasInboundReferences: false))
    state.delete(at: moment(25))
    #expect(!RecordReading(state).isDeleted)
  }

  @Test("Where the app wants it, what is written later outlives a deletion")
  func editsOutlive() {
    let policy = ReadingPolicy<Content>(editsOutliveDeletions: true)
    var state = offered
    state.write(.number(6), to: "title", at: moment(5, on: 2))
    state.delete(at: moment(10))
    #expect(RecordReading(state, policy: policy).isDeleted)
    var written = state
    written.write(.number(7), to: "title", at: moment(20, on: 2))
    #expect(!RecordReading(written, policy: policy).isDeleted)
    var linked = state
    linked.link("tags", to: RecordName("a"), at: moment(20, on: 2))
    #expect(!RecordReading(linked, policy: policy).isDeleted)
    written.reset("title", at: moment(30))
    #expect(RecordReading(written, policy: policy).isDeleted)
  }

  @Test("A deletion that was made before there were stamps yields to what people do now")
  func oldDeletion() {
    var state = offered
    let mark = Stamp(
      time: HybridTime(milliseconds: 1), device: DeviceIdentifier(standingFor: .manifest))
    state.delete(at: mark)
    #expect(RecordReading(state).isDeleted)
    state.restore(at: moment(10))
    #expect(!RecordReading(state).isDeleted)
  }

  // MARK: - Retired

  @Test("What is retired goes, unless somebody touched it or something refers to it")
  func retired() {
    var state = offered
    state.offer(edition(2, isRetired: true))
    #expect(!RecordReading(state).isVisible(hasInboundReferences: false))
    #expect(RecordReading(state).isVisible(hasInboundReferences: true))

    var written = state
    written.write(.number(7), to: "title", at: moment(10))
    #expect(RecordReading(written).isVisible(hasInboundReferences: false))
    written.reset(at: moment(20))
    #expect(!RecordReading(written).isVisible(hasInboundReferences: false))

    var restored = state
    restored.delete(at: moment(10))
    #expect(!RecordReading(restored).isVisible(hasInboundReferences: true))
    restored.restore(at: moment(20))
    #expect(RecordReading(restored).isVisible(hasInboundReferences: false))
  }

  @Test("What the catalog takes up again is there again")
  func revived() {
    var state = offered
    state.offer(edition(2, isRetired: true))
    state.offer(edition(3))
    #expect(RecordReading(state).isVisible(hasInboundReferences: false))
  }

  @Test("Retired presets are kept by what is there, on any number of steps, and not by each other")
  func references() {
    func retired(to target: String?) -> RecordState<Content> {
      var state = RecordState<Content>()
      let values = target.map { ["tag": Content.reference(RecordName($0))] } ?? [:]
      state.offer(CatalogVersion(version: 2, values: values, isRetired: true))
      return state
    }
    var note = RecordState<Content>()
    note.link("tags", to: RecordName("a"), at: moment(1))
    var deleted = RecordState<Content>()
    deleted.write(.reference(RecordName("e")), to: "tag", at: moment(1))
    deleted.delete(at: moment(2))
    let states = [
      "note": note, "a": retired(to: "b"), "b": retired(to: nil),
      "c": retired(to: "d"), "d": retired(to: "c"),
      "deleted": deleted, "e": retired(to: nil),
    ]
    var readings: [RecordName: RecordReading<Content>] = [:]
    for (name, state) in states { readings[RecordName(name)] = RecordReading(state) }
    #expect(
      Visibility.visible(in: readings) == [RecordName("note"), RecordName("a"), RecordName("b")])
  }

  // MARK: - Another ID

  @Test("What was done under a former ID was done to the preset that has the new one")
  func renaming() {
    let (soup, stew) = (RecordName("soup"), RecordName("stew"))
    var former = offered
    former.write(.number(7), to: "title", at: moment(10))
    former.redirect(to: Redirect(version: 2, target: stew))
    var present = RecordState<Content>()
    present.offer(edition(2))
    present.absorb(former)
    #expect(RecordReading(present).value(of: "title") == .number(7))
    #expect(RecordReading(present).isVisible(hasInboundReferences: false))
    #expect(!RecordReading(former).isVisible(hasInboundReferences: true))
    #expect(present.catalogVersion?.version == 2)
    former.offer(edition(9, isRetired: true))
    present.absorb(former)
    #expect(present.catalogVersion?.version == 2, "The former defaults stay where they were")
    let redirects = Redirects(in: [soup: former, stew: present])
    #expect(redirects.destination(of: soup) == stew)
    #expect(redirects.destination(of: stew) == stew)
  }
}
