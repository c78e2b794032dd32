import Perennial
import Testing

@testable import PerennialPresets

/// Plans for states that no store has.
@Suite("A plan without a store")
struct StorelessPlanTests {
  private static func catalogs(count: Int = 0) throws -> ResolvedCatalogs {
    try ResolvedCatalogs([
      PresetCatalog("gym", version: 1) {
        Presets(id: \.code) { [Drill("row", count: count), Drill("run")] }
          .resolving(\.count, with: .addingDifferences)
      }
    ])
  }

  private func plan(
    _ request: PresetRequest, _ catalogs: ResolvedCatalogs, _ state: StoreState
  ) throws -> (plan: PresetPlan, report: PresetReport) {
    let values = ConflictValues(rules: catalogs.rules, connection: try Connection()) {
      left, right, _, _ in left == right
    }
    var planner = PresetPlanner(catalogs, state: state, request: request, values: values) {}
    try planner.run()
    return (planner.plan, planner.report)
  }

  @Test("Presets without a row are inserted, those with an equal row stay as they are")
  func insertions() throws {
    let catalogs = try Self.catalogs()
    var state = StoreState()
    state.rows = [.unchanged, nil]
    let (plan, report) = try plan(.apply(catalogs.catalogs, of: catalogs), catalogs, state)
    #expect(plan.insertions.map(\.preset.id) == ["run"])
    #expect(plan.updates.isEmpty)
    #expect(report.inserted.map(\.id) == ["run"])
  }

  @Test("A rule of the app decides on a field that the user and the catalog have changed")
  func rules() throws {
    let catalogs = try Self.catalogs(count: 5)
    let preset = catalogs.contents.presets[0]
    let count = try #require(preset.layout.property(named: "count"))
    var metadata = PresetMetadata(name: preset.name)
    metadata.stamps.cells["count"] = .init(time: 1, device: 1, base: .integer(0))
    var state = StoreState()
    state.rows = [
      .init(
        metadata: metadata, differing: PropertyGroup([count]), edited: ["count": .integer(3)]),
      .unchanged,
    ]
    let (plan, report) = try plan(.apply(catalogs.catalogs, of: catalogs), catalogs, state)
    #expect(plan.updates.map { $0.values[count.index] } == [.integer(8)])
    #expect(report.conflicts.map(\.resolved) == ["8"])
  }
}
