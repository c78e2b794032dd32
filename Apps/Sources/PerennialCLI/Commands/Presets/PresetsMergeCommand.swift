import ArgumentParser
import Foundation
import Perennial
import PerennialPresets

struct PresetsMergeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Make one object of several that stand for the same thing.",
    discussion: """
      Versions of a program that had no presets may have made the same content several times. Objects that bear \
      the ID of a preset become that preset, with what people have written in any of them; what else referred \
      to them refers to it. Objects that people have made are merged only under keys that --confirm names. \
      Catalogs that the store has not got are applied too. First a backup is made, if there is something to \
      merge.

      A property is one of the entity, or of what a relationship to one leads to, behind a dot. The ID of a \
      part is that of its owner and, behind a slash, its own. An object without an ID is left alone.

      EXAMPLES
        perennial presets merge book.store --catalog cookbook.json --id Tag=name
        perennial presets merge book.store --catalog cookbook.json
          --id Recipe=presetKey --id Ingredient=recipe.presetKey/name --dry-run
        perennial presets merge book.store --key Recipe=title --confirm Recipe=Soup
      """)

  @OptionGroup var store: StoreArgument

  @Option(
    help: ArgumentHelp(
      "A catalog of presets; once for each, if there are several. Needed for --id.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var catalog: [String] = []

  @OptionGroup var arguments: RuleArguments

  @Option(
    help: ArgumentHelp(
      """
      A catalog as it was earlier; once for each version. What it says was not written by people.
      """, valueName: "file"), completion: .file(extensions: ["json"]))
  var formerly: [String] = []

  @OptionGroup var change: ChangeArguments

  func validate() throws {
    if catalog.isEmpty, !arguments.id.isEmpty {
      throw ValidationError("--id needs --catalog: the IDs are those of its presets.")
    }
    if arguments.id.isEmpty, !formerly.isEmpty {
      throw ValidationError("--formerly needs --id: it tells what presets said earlier.")
    }
  }

  func perform() throws {
    let library = try store.presetLibrary(catalogs: catalog)
    let former = try StoreArgument.catalogs(formerly, library.container.schema)
    try check(former, library.catalogs)
    let duplicates = try library.duplicates(by: arguments.rules)
    try change.perform(
      PresetChange(
        titles: ("Would merge duplicates of", "Merged duplicates of"),
        rehearse: {
          try library.mergeDuplicates(
            duplicates, formerly: former, backup: .none, isDryRun: true
          ).withoutIdleWork
        },
        question: { preview in
          if preview.isEmpty { return nil }
          try store.checkDeletions(of: preview.applied.retired.map(\.entityName))
          let retired = preview.applied.retired.count
          return """
            Objects of \(store.url.path) that stand for the same thing will be one: \
            \(MergeSummary(preview).summary).\
            \(retired > 0 ? " \(retired.of("preset")) that the catalog has no more will go." : "")
            """
        },
        carryOut: { preview, keepsBackup in
          if preview.isEmpty { return preview }
          return try TrackedWork.run("Merging") {
            try library.mergeDuplicates(
              duplicates, formerly: former, backup: keepsBackup ? .automatic() : .none)
          }
        }
      ), in: store)
  }

  /// - Throws: ``StrangeCatalog`` if an earlier version is one of another catalog: nothing would come of it.
  private func check(_ former: [PresetCatalog], _ catalogs: [PresetCatalog]) throws {
    let names = Set(catalogs.map(\.name))
    for (file, catalog) in zip(formerly, former) where !names.contains(catalog.name) {
      throw StrangeCatalog(
        path: URL(fileURLWithPath: file).path, name: catalog.name, known: names.sorted())
    }
  }
}

/// An earlier version of a catalog that was not given.
struct StrangeCatalog: Error, CustomStringConvertible {
  let path: String
  let name: String
  let known: [String]
  var description: String {
    """
    \(path) is of the catalog “\(name)”, and --catalog of \(known.joined(separator: ", ")); an earlier version \
    bears the same name
    """
  }
}
