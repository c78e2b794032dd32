import CookbookModel
import Foundation
import HardenedHTTP

/// The page of the dishes that were cooked, over all recipes: a batch of them, by day.
struct JournalPage: Page {
  static let template = "journal"

  var frame: PageFrame
  var days: [JournalDay]
  /// The day that the page begins with, if one was asked for.
  var chosenDay: String
  var isNewest: Bool
  /// The place after the last entry, for the script.
  var end: String?
  /// The address of the page with the earlier entries.
  var next: String?
  var isEmpty: Bool

  init(_ batch: JournalBatch, of query: JournalQuery) {
    frame = PageFrame(title: "Journal")
    frame.isJournal = true
    days = batch.items.reduce(into: []) { days, item in
      let row = JournalRow(item)
      if days.last?.machineDay != row.entry.machineDay {
        days.append(JournalDay(day: row.entry.day, machineDay: row.entry.machineDay, rows: []))
      }
      days[days.count - 1].rows.append(row)
    }
    chosenDay = query.day
    isNewest = query.start == nil
    end = batch.end?.text
    next = batch.hasMore ? batch.end.map { "/journal?from=\($0.text)" } : nil
    isEmpty = batch.items.isEmpty
  }
}

/// The entries of a day.
struct JournalDay {
  var day: String
  var machineDay: String
  var rows: [JournalRow]
}

/// An entry of the journal as the template shows it.
struct JournalRow {
  var entry: LogRow
  var recipe: String
  var title: UserText
  var plate: String

  init(_ item: JournalItem) {
    entry = LogRow(item.entry)
    recipe = item.recipe.id.uuidString
    title = UserText(item.recipe.title)
    plate = Emblem(item.recipe).plate
  }
}

/// The part of the journal that an address asks for. A senseless address shows the newest entries.
struct JournalQuery {
  var start: JournalPosition?
  var end: JournalPosition?
  var day: String

  init(_ fields: FormFields) {
    day = fields["day"]
    start =
      PageText.startOfDay(day).map(JournalPosition.init(endOf:))
      ?? JournalPosition(text: fields["from"])
    end = JournalPosition(text: fields["through"])
  }

  /// The number of entries to show: as many as there are if the place of the last one is known.
  var limit: Int { end == nil ? JournalBatch.size : JournalBatch.largestSize }
}

extension JournalPosition {
  /// The place as a part of an address.
  var text: String { "\(date.timeIntervalSinceReferenceDate)_\(count)" }

  /// Reads a place; nil if the text is none.
  init?(text: String) {
    let parts = text.split(separator: "_")
    guard parts.count == 2, let time = Double(parts[0]), time.isFinite, let count = Int(parts[1]),
      (0...1_000_000).contains(count)
    else { return nil }
    self.init(date: Date(timeIntervalSinceReferenceDate: time), count: count)
  }
}
