import ArgumentParser
import Foundation
import Perennial
import PerennialPresets

struct PresetsResetCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Reset presets to the values of catalogs, and discard edits.",
    discussion: """
      Edits of presets are discarded, and deleted presets are restored. Objects of users stay, unless you give \
      --user-objects. A backup is made first.

      EXAMPLES
        perennial presets reset book.store --catalog cookbook.json
        perennial presets reset book.store --catalog cookbook.json --preset Recipe/pasta
        perennial presets reset book.store --catalog cookbook.json --preset Recipe/pasta --field title
      """)

  @OptionGroup var arguments: CatalogArguments
  @OptionGroup var scope: ScopeArguments

  @Option(help: ArgumentHelp("Only this field of --preset.", valueName: "name"))
  var field: [String] = []

  @Flag(
    help: "Also delete the objects of users, of the same entities."
  )
  var userObjects = false

  @OptionGroup var change: ChangeArguments

  func validate() throws {
    if !field.isEmpty, scope.preset == nil {
      throw ValidationError("--field needs --preset: a field belongs to a preset.")
    }
    if userObjects, scope.preset != nil {
      throw ValidationError("--user-objects and --preset exclude each other.")
    }
  }

  func perform() throws {
    let (library, store) = (try arguments.library(), arguments.store)
    let chosen = try scope.scope(arguments, fields: field)
    let policy = userObjects ? PresetLibrary.UserObjects.deleted : .kept
    try change.perform(
      PresetChange(
        titles: ("Would reset", "Reset"),
        dryRun: {
          try library.reset(chosen, userObjects: policy, backup: .none, isDryRun: true)
        },
        question: { preview in
          if policy == .deleted { try store.checkDeletions(of: preview.deletedUserObjects.keys) }
          return "The presets of \(store.url.path) will be reset: \(preview)."
        },
        perform: { _, keepsBackup in
          try TrackedWork.run("Resetting") {
            try library.reset(
              chosen, userObjects: policy, backup: keepsBackup ? .automatic() : .none)
          }
        }
      ), in: store)
  }
}

struct PresetsRestoreCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore deleted presets.",
    discussion: """
      Restored presets have the values of the catalogs. Other presets stay as they are, with their edits.

      EXAMPLES
        perennial presets restore book.store --catalog cookbook.json
        perennial presets restore book.store --catalog cookbook.json --preset Recipe/pasta
      """)

  @OptionGroup var arguments: CatalogArguments
  @OptionGroup var scope: ScopeArguments

  @Flag(help: "Report the changes without making them.")
  var dryRun = false

  @Flag(help: "Print JSON.")
  var json = false

  func perform() throws {
    let library = try arguments.library()
    let chosen = try scope.scope(arguments)
    let isDryRun = dryRun
    let report = try TrackedWork.run("Restoring") {
      try library.restore(chosen, isDryRun: isDryRun)
    }
    let title = dryRun ? "Would restore presets of" : "Restored presets of"
    let dates = try DateAttributes(of: arguments.store.open())
    try ReportSummary(report, dryRun: dryRun, dates: dates)
      .show(as: "\(title) \(arguments.store.url.path)", json: json)
  }
}
