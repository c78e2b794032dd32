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
      ReportGroup(
        "New", verb: "added", hint: "Presets that are added to your book.", entries: report.added),
      ReportGroup(
        "Restored", verb: "restored", hint: "Presets that you had deleted.",
        entries: report.restored),
      ReportGroup(
        "Changed", verb: "changed", hint: "Presets whose text changes.", entries: report.updated),
      ReportGroup(
        "Retired", verb: "retired", hint: "Presets that the new version no longer has.",
        entries: report.retired),
      ReportGroup(deletions: report),
      ReportGroup(
        "Kept as you edited them", verb: nil, hint: "Parts that keep your text.",
        entries: report.kept),
      ReportGroup(
        "Still deleted", verb: nil, hint: "Presets that you have deleted and that stay deleted.",
        entries: report.leftDeleted),
      ReportGroup(
        "Retired, but kept", verb: nil,
        hint: "Presets that the new version no longer has. They stay because you use them.",
        entries: report.keptRetired),
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
  init?(_ heading: String, verb: String?, hint: String, entries: [StarterReport.Entry]) {
    if entries.isEmpty { return nil }
    self.heading = heading
    self.hint = hint
    rows = entries.map { entry in
      let parts = entry.fields.map { $0.label.lowercased() }.joined(separator: ", ")
      return ReportRow(title: UserText(entry.title), parts: parts.isEmpty ? nil : parts)
    }
    count = entries.count
    done =
      verb.map { ["\(PageText.count(entries.count, one: "recipe", many: "recipes")) \($0)"] } ?? []
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
    let texts = counts.map { PageText.count($0.0, one: $0.1, many: $0.2) }
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
