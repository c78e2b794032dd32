import CookbookModel

/// What a new version or a reset does, as the templates show it.
struct ReportContent {
  var isNothing: Bool
  /// All of it in a few words.
  var summary: String
  /// One line on each kind of change.
  var groups: [ReportGroup]
  var conflicts: [ConflictRow]
  var hasConflicts: Bool

  init(_ report: StarterReport) {
    func group(_ heading: String, _ hint: String, _ entries: [StarterReport.Entry]) -> ReportGroup?
    {
      entries.isEmpty ? nil : ReportGroup(heading: heading, hint: hint, entries: entries)
    }
    let own = [
      report.deletedRecipes > 0
        ? PageText.count(report.deletedRecipes, "recipe of your own", "recipes of your own") : nil,
      report.deletedLogEntries > 0
        ? PageText.count(report.deletedLogEntries, "entry of the log", "entries of the log") : nil,
    ].compactMap { $0 }
    groups = [
      group("New", "These come into your book.", report.added),
      group("Back again", "These were removed.", report.broughtBack),
      group("Changed", "These follow what the book says.", report.updated),
      group("Kept as you changed them", "Your words stay in these parts.", report.kept),
      group("Still removed", "You have removed these, and they stay so.", report.leftRemoved),
      group("Retired", "The new version has these no more, and they go.", report.retired),
      group(
        "Retired, but kept", "The new version has these no more; they stay because you use them.",
        report.keptRetired),
      own.isEmpty
        ? nil : ReportGroup(heading: "Deleted", hint: "These go.", lines: own),
      report.obstacles.isEmpty
        ? nil : ReportGroup(heading: "In the way", hint: "These stay.", lines: report.obstacles),
    ].compactMap { $0 }
    conflicts = report.conflicts.enumerated().map(ConflictRow.init)
    hasConflicts = !conflicts.isEmpty
    isNothing = groups.isEmpty
    summary =
      isNothing
      ? "nothing" : groups.map { "\($0.count) \($0.heading.lowercased())" }.joined(separator: ", ")
  }
}

/// Recipes to which the same happens.
struct ReportGroup {
  var heading: String
  var hint: String
  var count: Int
  var rows: [ReportRow]

  init(heading: String, hint: String, entries: [StarterReport.Entry]) {
    self.heading = heading
    self.hint = hint
    rows = entries.map { entry in
      let parts = entry.fields.map { $0.label.lowercased() }.joined(separator: ", ")
      return ReportRow(title: entry.title, parts: parts.isEmpty ? nil : parts)
    }
    count = rows.count
  }

  init(heading: String, hint: String, lines: [String]) {
    self.heading = heading
    self.hint = hint
    rows = lines.map { ReportRow(title: $0, parts: nil) }
    count = rows.count
  }
}

/// A recipe and what of it is meant.
struct ReportRow {
  var title: String
  var parts: String?
}

/// Three texts for one part of a recipe.
struct ConflictRow {
  var id: String
  var title: String
  var field: String
  var base: String
  var mine: String
  var theirs: String

  init(_ index: Int, _ conflict: StarterReport.Conflict) {
    id = "c-\(index)"
    title = conflict.title
    field = conflict.field.label
    base = conflict.base ?? "not known"
    mine = conflict.mine
    theirs = conflict.theirs
  }
}
