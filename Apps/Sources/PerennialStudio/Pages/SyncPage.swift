import Foundation
import PerennialInspection
import ReadableText

/// The state of a store's sync.
struct SyncPage: Page {
  static let template = "sync"

  let frame: PageFrame
  let isSynced: Bool
  let facts: [OverviewPage.Fact]

  init(_ store: InspectedStore, _ studio: StudioStore) throws {
    frame = PageFrame("Sync", studio: studio, store: store, section: .sync)
    let summary = try store.limited(to: .seconds(5)) { try store.syncSummary() }
    isSynced = summary != nil
    facts = summary.map(Self.facts) ?? []
  }

  private static func facts(_ summary: SyncSummary) -> [OverviewPage.Fact] {
    [
      OverviewPage.Fact(name: "Account", value: summary.account ?? "not recorded"),
      OverviewPage.Fact(name: "State", value: summary.hasLeft ? "has left its account" : "synced"),
      OverviewPage.Fact(name: "Records on the hub", value: summary.records.grouped),
      OverviewPage.Fact(name: "Objects with unsent changes", value: summary.unsent.grouped),
      OverviewPage.Fact(name: "Refused by the hub", value: summary.refused.grouped),
      OverviewPage.Fact(name: "Not written to their rows", value: summary.unwritten.grouped),
      OverviewPage.Fact(name: "Decided conflicts", value: summary.conflicts.grouped),
      OverviewPage.Fact(name: "Missing assets", value: summary.missingAssets.grouped),
    ]
  }
}
