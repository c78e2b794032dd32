import ArgumentParser
import Foundation
import Perennial
import PerennialPresets

struct PresetsResetCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Bring presets back to what catalogs say: edits go.",
    discussion: """
      What people have written in presets goes, and presets that they have deleted are back. Their own objects \
      stay, unless --user-objects is given. First a backup is made.

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
    help: "Delete the objects too that people have made themselves, of the entities that are meant."
  )
  var userObjects = false

  @OptionGroup var change: ChangeArguments

  func validate() throws {
    if !field.isEmpty, scope.preset == nil {
      throw ValidationError("--field needs --preset: fields are those of a preset.")
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
        rehearse: {
          try library.reset(chosen, userObjects: policy, backup: .none, isDryRun: true)
        },
        question: { preview in
          if policy == .deleted { try store.checkDeletions(of: preview.deletedUserObjects.keys) }
          return "The presets of \(store.url.path) will be as the catalogs say: \(preview)."
        },
        carryOut: { _, keepsBackup in
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
    abstract: "Bring back presets that somebody has deleted.",
    discussion: """
      They are as the catalog has them. Others stay as they are, with what people have written.

      EXAMPLES
        perennial presets restore book.store --catalog cookbook.json
        perennial presets restore book.store --catalog cookbook.json --preset Recipe/pasta
      """)

  @OptionGroup var arguments: CatalogArguments
  @OptionGroup var scope: ScopeArguments

  @Flag(help: "Tell what would be brought back, and change nothing.")
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
    try ReportSummary(report, dryRun: dryRun)
      .show(as: "\(title) \(arguments.store.url.path)", json: json)
  }
}
