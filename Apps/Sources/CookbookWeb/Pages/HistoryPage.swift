import CookbookModel
import Foundation
import PerennialPresets

/// The page with the saves of the book.
struct HistoryPage: Page {
  static let template = "history"
  /// The number of saves on a page.
  static let size = 20

  var frame: PageFrame
  var rows: [HistoryRow]
  var isNewest: Bool
  /// The address of the page with earlier saves.
  var next: String?
  var isEmpty: Bool
  /// The change that the page can undo, and the one that it can make again.
  var undoneNext: HistoryStep?
  var redoneNext: HistoryStep?

  /// - Parameters:
  ///   - transactions: The saves of the page, and one more if earlier ones follow.
  ///   - isNewest: `true` for the page with the last save.
  ///   - steps: The changes that can be undone and made again.
  init(
    _ transactions: [BookTransaction], isNewest: Bool, steps: EditSteps = EditSteps(),
    notice: Notice? = nil
  ) {
    frame = PageFrame(title: "History", notice: notice)
    undoneNext = steps.undo.map(HistoryStep.init)
    redoneNext = steps.redo.map(HistoryStep.init)
    rows = transactions.prefix(Self.size).map(HistoryRow.init)
    self.isNewest = isNewest
    next = transactions.count > Self.size ? rows.last.map { "/history?before=\($0.id)" } : nil
    isEmpty = transactions.isEmpty
  }
}

/// A change that can be undone, as the template shows it.
struct HistoryStep {
  var action: String
  var title: UserText

  init(_ step: EditStep) {
    action = step.action
    title = UserText(step.title)
  }
}

/// A save as the template shows it.
struct HistoryRow {
  var id: Int64
  var moment: String
  /// The author; nil if the save has none.
  var author: String?
  /// A sentence about the replacement of the whole book; nil for changes of some objects.
  var replacement: String?
  var changes: [HistoryChangeRow]

  init(_ transaction: BookTransaction) {
    id = transaction.id
    moment = PageText.moment(transaction.date)
    author =
      switch transaction.author {
      case PresetLibrary.author: "Presets"
      case let author: author
      }
    replacement =
      switch transaction.replacement {
      case .erasure: "All objects were deleted. The history begins with this save."
      case .restoration:
        "A backup was restored, such as by an undone reset. The history begins with this save."
      case nil: nil
      }
    changes = transaction.changes.map(HistoryChangeRow.init)
  }
}

/// The changes of one kind to one entity, as the template shows them.
struct HistoryChangeRow {
  var kind: String
  var text: String
  var recipes: [HistoryRecipeRow]
  /// The names of deleted objects.
  var deleted: [UserText]
  /// The number of objects that are not listed, if others are.
  var others: String?

  init(_ changes: BookTransaction.Changes) {
    kind = changes.kind.rawValue
    let nouns = Self.nouns(ofEntity: changes.entity)
    text =
      "\(Self.verb(for: changes.kind)) \(PageText.count(changes.count, one: nouns.one, many: nouns.many))"
    recipes = changes.recipes.map {
      HistoryRecipeRow(
        address: "/recipes/\($0.id)", title: UserText($0.title),
        properties: $0.properties.isEmpty ? nil : $0.properties.joined(separator: ", "))
    }
    deleted = changes.deleted.map { object in
      switch object {
      case .named(let name): UserText(name)
      case .dated(let date): UserText(PageText.longDay(date))
      }
    }
    let listed = recipes.count + deleted.count
    let others = changes.count - listed
    self.others =
      listed == 0 || others == 0 ? nil : PageText.count(others, one: "other", many: "others")
  }

  private static func verb(for kind: BookTransaction.Kind) -> String {
    switch kind {
    case .inserted: "Added"
    case .updated: "Changed"
    case .deleted: "Deleted"
    }
  }

  private static func nouns(ofEntity name: String) -> (one: String, many: String) {
    switch name {
    case "Recipe": ("recipe", "recipes")
    case "Ingredient": ("ingredient", "ingredients")
    case "Tag": ("tag", "tags")
    case "CookingLogEntry": ("log entry", "log entries")
    default: (name, "objects of \(name)")
    }
  }
}

/// A changed recipe as the template shows it.
struct HistoryRecipeRow {
  var address: String
  var title: UserText
  var properties: String?
}
