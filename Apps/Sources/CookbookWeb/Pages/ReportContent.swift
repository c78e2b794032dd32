import CookbookModel

/// The effects of a new version or a reset, as the templates show them.
struct ReportContent {
  var isNothing: Bool
  /// The sentence in place of everything else when there is nothing.
  var nothing: String
  /// All that happens in a few words: `3 recipes changed, 1 recipe restored`.
  var summary: String
  /// One line on each kind of change.
  var groups: [ReportGroup]
  var conflicts: [ConflictRow]
  var hasConflicts: Bool

  init(_ report: StarterReport, nothing: String) {
    self.nothing = nothing
    let all = [
      ReportGroup("New", "added", "Presets that are added to your book.", report.added),
      ReportGroup("Restored", "restored", "Presets that you had deleted.", report.restored),
      ReportGroup("Changed", "changed", "Presets whose text changes.", report.updated),
      ReportGroup(
        "Retired", "retired", "Presets that the new version no longer has.", report.retired),
      ReportGroup(deletions: report),
      ReportGroup("Kept as you edited them", nil, "Parts that keep your text.", report.kept),
      ReportGroup(
        "Still deleted", nil, "Presets that you have deleted and that stay deleted.",
        report.leftDeleted),
      ReportGroup(
        "Retired, but kept", nil,
        "Presets that the new version no longer has. They stay because you use them.",
        report.keptRetired),
      ReportGroup(issues: report.issues),
    ].compactMap { $0 }
    groups = all
    conflicts = report.conflicts.enumerated().map(ConflictRow.init)
    hasConflicts = !conflicts.isEmpty
    isNothing = report.isEmpty
    let done = all.flatMap(\.done)
    summary = done.isEmpty ? "nothing" : done.joined(separator: ", ")
  }
}

/// Recipes, or other things, to which the same happens.
struct ReportGroup {
  var heading: String
  var hint: String
  /// The number of things, which may be more than there are rows.
  var count: Int
  var rows: [ReportRow]
  /// The changes in words with numbers; empty if nothing changes.
  var done: [String]

  /// Recipes, one to a row; nil if there are none.
  ///
  /// - Parameter verb: The change in one word; nil if they stay as they are.
  init?(_ heading: String, _ verb: String?, _ hint: String, _ entries: [StarterReport.Entry]) {
    if entries.isEmpty { return nil }
    self.heading = heading
    self.hint = hint
    rows = entries.map { entry in
      let parts = entry.fields.map { $0.label.lowercased() }.joined(separator: ", ")
      return ReportRow(title: UserText(entry.title), parts: parts.isEmpty ? nil : parts)
    }
    count = entries.count
    done = verb.map { ["\(PageText.count(entries.count, "recipe", "recipes")) \($0)"] } ?? []
  }

  /// The deleted objects of the cook's own; nil if there are none.
  init?(deletions report: StarterReport) {
    let counts = [
      (report.deletedRecipes, "recipe of your own", "recipes of your own"),
      (report.deletedLogEntries, "log entry", "log entries"),
      (report.clearedFavorites, "favourite mark", "favourite marks"),
    ].filter { $0.0 > 0 }
    if counts.isEmpty { return nil }
    heading = "Deleted"
    hint = "Your own recipes, log entries and favourite marks."
    count = counts.reduce(0) { $0 + $1.0 }
    let texts = counts.map { PageText.count($0.0, $0.1, $0.2) }
    rows = texts.map { ReportRow(title: UserText($0), parts: nil) }
    done = texts.map { "\($0) deleted" }
  }

  /// The changes that are not possible; nil if there are none.
  init?(issues: [String]) {
    if issues.isEmpty { return nil }
    heading = "Not possible"
    hint = "Presets that stay as they are."
    count = issues.count
    rows = issues.map { ReportRow(title: UserText($0), parts: nil) }
    done = []
  }
}

/// A recipe and what of it is meant.
struct ReportRow {
  var title: UserText
  var parts: String?
}

/// Three texts for one part of a recipe.
struct ConflictRow {
  var id: String
  var title: UserText
  var field: String
  var base: UserText
  var mine: UserText
  var theirs: UserText

  init(_ index: Int, _ conflict: StarterReport.Conflict) {
    id = "c-\(index)"
    title = UserText(conflict.title)
    field = conflict.field.label
    base = UserText(conflict.base ?? "not known")
    mine = UserText(conflict.mine)
    theirs = UserText(conflict.theirs)
  }
}
