import CookbookModel
import Foundation

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
