import ArgumentParser
import Foundation
import Perennial
import PerennialPresets
import ReadableText

struct PresetsMergeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge duplicates into one object.",
    discussion: """
      Versions of a program without presets may have inserted the same content several times. Objects with the \
      ID of a preset become that preset, and keep the fields that users have edited in any of them. References \
      to them are redirected to the preset. Objects of users are merged only under keys that --confirm names. \
      Catalogs that the store does not have are applied too. A backup is made first if there are duplicates.

      A property belongs to the entity or, after a dot, to the destination of a to-one relationship. The ID of a \
      part is the ID of its owner, a slash, and its own ID. Objects without an ID are not merged.

      EXAMPLES
        perennial presets merge book.store --catalog cookbook.json --id Tag=name
        perennial presets merge book.store --catalog cookbook.json
          --id Recipe=presetKey --id Ingredient=recipe.presetKey/name --dry-run
        perennial presets merge book.store --key Recipe=title --confirm Recipe=Soup
      """)

  @OptionGroup var store: StoreArgument

  @Option(
    help: ArgumentHelp(
      "The file of a catalog. Can be repeated. Required for --id.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var catalog: [String] = []

  @OptionGroup var arguments: RuleArguments

  @Option(
    help: ArgumentHelp(
      """
      An earlier version of a catalog. Can be repeated. Its values do not count as edits.
      """, valueName: "file"), completion: .file(extensions: ["json"]))
  var formerly: [String] = []

  @OptionGroup var change: ChangeArguments

  func validate() throws {
    if catalog.isEmpty, !arguments.id.isEmpty {
      throw ValidationError("--id needs --catalog: an ID belongs to a preset of a catalog.")
    }
    if arguments.id.isEmpty, !formerly.isEmpty {
      throw ValidationError("--formerly needs --id: it has earlier values of presets.")
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
        dryRun: {
          try library.mergeDuplicates(
            duplicates, formerly: former, backup: .none, isDryRun: true
          ).withoutIdleWork
        },
        question: { preview in
          if preview.isEmpty { return nil }
          try store.checkDeletions(of: preview.applied.retired.map(\.entityName))
          let retired = preview.applied.retired.count
          return """
            Duplicates in \(store.url.path) will be merged: \
            \(preview.summary).\
            \(retired > 0 ? " \(retired.of("preset")) that the catalog no longer has will be deleted." : "")
            """
        },
        perform: { preview, keepsBackup in
          if preview.isEmpty { return preview }
          return try TrackedWork.run("Merging") {
            try library.mergeDuplicates(
              duplicates, formerly: former, backup: keepsBackup ? .automatic() : .none)
          }
        }
      ), in: store)
  }

  /// - Throws: ``ForeignCatalogError`` if an earlier version is one of another catalog: nothing would come of it.
  private func check(_ former: [PresetCatalog], _ catalogs: [PresetCatalog]) throws {
    let names = Set(catalogs.map(\.name))
    for (file, catalog) in zip(formerly, former) where !names.contains(catalog.name) {
      throw ForeignCatalogError(
        path: URL(fileURLWithPath: file).path, name: catalog.name, known: names.sorted())
    }
  }
}

/// An earlier version of a catalog that was not given.
struct ForeignCatalogError: CommandError {
  let exitStatus = ExitStatus.damaged
  let path: String
  let name: String
  let known: [String]
  var description: String {
    """
    \(path) has the catalog “\(name)”, but --catalog has \(known.joined(separator: ", ")). An earlier version \
    must have the same name
    """
  }
}
