import Perennial
import SwiftData

@testable import PerennialPresets

/// Computes the plans for some catalogs and a container, without executing them.
struct PlanMaker {
  /// An operation on all presets of the catalogs.
  enum Operation: CaseIterable {
    case apply, reset, restore
  }

  let container: ModelContainer
  let catalogs: [PresetCatalog]

  init(_ container: ModelContainer, _ catalogs: PresetCatalog...) {
    self.container = container
    self.catalogs = catalogs
  }

  /// Returns a plan for the present state of the store, whatever version of the catalogs it has.
  func plan(_ operation: Operation) throws -> DescribedPlan {
    try plans(operation, count: 1)[0]
  }

  /// Returns plans that are all computed from one value of the state.
  func plans(_ operation: Operation, count: Int) throws -> [DescribedPlan] {
    let resolved = try ResolvedCatalogs(catalogs)
    return try write(resolved, isDryRun: true) { transaction in
      let request = try request(operation, resolved, transaction)
      let state = try StoreStateReader(transaction).state(of: resolved.contents, for: request)
      let values = transaction.conflictValues(of: resolved)
      return try (0..<count).map { _ in
        var planner = PresetPlanner(resolved, state: state, request: request, values: values) {}
        try planner.run()
        return DescribedPlan(planner.plan, planner.report)
      }
    }
  }

  /// Applies the catalogs, whatever version of them the store has.
  @discardableResult
  func apply() throws -> PresetReport {
    let resolved = try ResolvedCatalogs(catalogs)
    return try write(resolved) { transaction in
      try transaction.run(.apply(catalogs, of: resolved), of: resolved)
    }
  }

  private func write<Result>(
    _ resolved: ResolvedCatalogs, isDryRun: Bool = false,
    _ body: (PresetTransaction) throws -> Result
  ) throws -> Result {
    let names = resolved.entityNames
    return try container.writeRows(of: names, author: PresetLibrary.author, isDryRun: isDryRun) {
      let transaction = try PresetTransaction($0, preparing: names)
      let result = try body(transaction)
      transaction.finish()
      return result
    }
  }

  private func request(
    _ operation: Operation, _ resolved: ResolvedCatalogs, _ transaction: PresetTransaction
  ) throws -> PresetRequest {
    switch operation {
    case .apply: .apply(catalogs, of: resolved)
    case .reset: try .reset(.presets, .kept, of: resolved, in: transaction)
    case .restore: .restore({ _ in true }, of: resolved)
    }
  }
}

/// The text of a plan, and its report. Plans with the same effect have the same text.
struct DescribedPlan: Equatable {
  /// The changes of rows and links, in the order of their execution.
  let changes: [String]
  /// The records of deleted links that are removed.
  let forgotten: [String]
  let resets: [String]
  let report: PresetReport

  init(_ plan: PresetPlan, _ report: PresetReport) {
    var lines = plan.renamedDeletions.map {
      "rename \($0.entityName) \($0.key): \($0.metadata.text)"
    }
    lines += plan.updates.map(Self.line)
    for changes in plan.links {
      lines += changes.deleted.map { "unlink \(changes.table.name) \($0.source) \($0.target)" }
    }
    for (layout, keys) in plan.deletions {
      lines += keys.map { "delete \(layout.entityName) \($0)" }
    }
    for (entityName, keys) in plan.userDeletions {
      lines += keys.map { "delete \(entityName) \($0)" }
    }
    lines += plan.emptied.map { "empty \($0.entityName)" }
    lines += plan.lateUpdates.map(Self.line)
    lines += plan.insertions.map(Self.line)
    for changes in plan.links {
      let kind = changes.areOfCatalog ? "of the catalog" : "of the user"
      lines += changes.inserted.map {
        "link \(changes.table.name) \($0.source) \($0.target) \(kind)"
      }
    }
    changes = lines
    // Their order has no effect.
    forgotten = plan.links.flatMap { changes in
      changes.forgotten.map { "forget \(changes.table.name) \($0.source) \($0.target)" }
    }.sorted()
    resets = plan.resets.map { "reset \($0.entityName) \($0.key)" }
    self.report = report
  }

  private static func line(_ update: PresetPlan.Update) -> String {
    let preset = update.preset
    let values = update.group.properties.map { property in
      "\(property.name) = \(update.values[property.index] ?? preset.values[property.index])"
    }
    let targets = update.formerTargets.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return """
      update \(preset.entityName) “\(preset.id)”: \(values.joined(separator: ", ")); \
      formerly \(targets.joined(separator: ", ")); metadata \(update.metadata?.text ?? "stays")
      """
  }

  private static func line(_ insertion: PresetPlan.Insertion) -> String {
    let preset = insertion.preset
    let values = preset.layout.properties.map { property in
      "\(property.name) = \(insertion.values[property.index] ?? preset.values[property.index])"
    }
    return "insert \(preset.entityName) “\(preset.id)”: \(values.joined(separator: ", "))"
  }
}
