import Perennial
import PerennialRecords

/// Computes the writes that bring a store to the contents of catalogs.
///
/// The planner reads and writes no rows: equal catalogs, states and requests have equal plans. The rules that
/// replicas share decide on edited fields and links; see `RecordReading`.
struct PresetPlanner {
  let contents: CatalogContents
  let catalogs: ResolvedCatalogs
  let state: StoreState
  let request: PresetRequest
  /// The names of the catalogs of which the store has no greater version.
  let current: Set<String>
  /// Converts values for the app's conflict rules.
  let values: ConflictValues
  /// Called for each preset that was decided on. Throws `CancellationError`.
  let advance: () throws -> Void

  var plan: PresetPlan
  var report = PresetReport()
  var keys = PresetKeyMap()
  /// The presets that are inserted, by ascending index.
  var inserted: [Int] = []
  /// The presets whose update would violate a uniqueness constraint, by index.
  var refused: Set<Int> = []
  /// The keys of the presets whose references have to be brought up to date.
  private(set) var arrived: Set<Int64> = []

  init(
    _ catalogs: ResolvedCatalogs, state: StoreState, request: PresetRequest,
    values: ConflictValues, advance: @escaping () throws -> Void
  ) {
    self.catalogs = catalogs
    self.state = state
    self.request = request
    self.values = values
    self.advance = advance
    contents = catalogs.contents
    current = catalogs.current(state.records)
    plan = PresetPlan(for: contents)
  }

  /// Computes the plan and the report of its changes.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` if a new preset lacks what its model requires;
  ///   `CancellationError`.
  mutating func run() throws {
    noteDeleted()
    let coming = insertable()
    var unique = UniqueValueOwners(state.owners)
    let (updates, waiting) = ordered(attributeUpdates(), &unique)
    for key in retire(updates) { unique.release(key) }
    free(&unique)
    let (late, impossible) = ordered(waiting, &unique)
    refuse(impossible)
    insert(coming, &unique)
    plan.updates = try state.owners.isEmpty ? finishByKey(updates) : finish(updates)
    plan.lateUpdates = try finish(late + impossible.map { PlannedUpdate(index: $0.index) })
    if !coming.isEmpty, state.rows.contains(where: { $0 != nil }) {
      arrived = rowKeys(coming)
      reconnect(besides: updates + late)
    }
    sortReport()
    try addInsertions()
    planLinks(hasArrivals: !coming.isEmpty)
    (plan.resets, plan.records) = (request.resets, request.records)
  }

  /// Brings the report into the order of the catalogs, if unique values needed another order.
  private mutating func sortReport() {
    if state.owners.isEmpty { return }
    let indices = Dictionary(
      contents.presets.enumerated().map { ($1.reported, $0) },
      uniquingKeysWith: { first, _ in first })
    func sort<Element>(_ list: inout [Element], by preset: (Element) -> PresetIdentifier) {
      list.sort { indices[preset($0)] ?? 0 < indices[preset($1)] ?? 0 }
    }
    sort(&report.updated, by: \.preset)
    sort(&report.kept, by: \.preset)
    // The conflicts of one preset stay in their order.
    sort(&report.conflicts, by: \.preset)
  }

  /// `true` if the operation is for a preset.
  func isMeant(_ index: Int) -> Bool { request.contains(contents.presets[index]) }

  /// Returns the keys of presets.
  func rowKeys(_ indices: some Sequence<Int>) -> Set<Int64> {
    Set(indices.map { contents.presets[$0].key })
  }

  func hasRow(_ index: Int) -> Bool { state.rows[index] != nil }

  func isGoverned(_ property: PropertyLayout, of preset: CatalogPreset) -> Bool {
    request.userProperties[preset.entityName]?.contains(property.name) != true
  }

  /// Adds presets that the user has deleted to the report, and renames them.
  private mutating func noteDeleted() {
    if request.operation != .apply || state.deleted.isEmpty { return }
    for (index, preset) in contents.presets.enumerated()
    where !hasRow(index) && state.isDeleted(preset) && isMeant(index) {
      report.leftDeleted.append(preset.reported)
      guard var metadata = state.deleted[preset.entityName]?[preset.key],
        metadata.name != preset.name
      else { continue }
      (metadata.name, metadata.firstID) = (preset.name, preset.firstID)
      plan.renamedDeletions.append((preset.entityName, preset.key, metadata))
    }
  }

  /// Returns the key of the row that a reference of a preset targets in the store; 0 for none.
  func target(of preset: CatalogPreset, _ property: PropertyLayout) -> Int64 {
    preset.target(property).flatMap { keys[$0] } ?? 0
  }

  /// Returns the reference columns of a preset whose value in the store differs from the catalog's key.
  func mappedReferences(of preset: CatalogPreset) -> [Int: SQLValue] {
    if keys.isEmpty { return [:] }
    var mapped: [Int: SQLValue] = [:]
    for property in preset.layout.properties where property.isToOne {
      guard let nominal = preset.target(property), keys[nominal] != nominal else { continue }
      mapped[property.index] = keys[nominal].map(SQLValue.integer) ?? .null
    }
    return mapped
  }
}
