public import ArgumentParser
import Foundation
import PerennialAppleStores
public import PerennialInspection

struct InspectCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show a summary or the objects of a store.",
    discussion: """
      Shows the entities with the numbers of their objects, the catalogs of presets, sizes and the history. \
      With --schema, also shows the properties. With --entity, shows objects. With --presets, shows presets \
      and their states.

      Files of Apple's SwiftData and Core Data are shown too, by their own description of the model: entities \
      with the numbers of their objects, versions, the history with its authors, properties and objects. \
      Nothing is written to such a file, and no file is left beside it.

      EXAMPLES
        perennial inspect book.store
        perennial inspect book.store --schema
        perennial inspect book.store --entity Recipe --limit 5
        perennial inspect book.store --entity Recipe --json | jq .values.title
        perennial inspect book.store --entity Recipe --json | jq .links.tags
        perennial inspect book.store --presets --state edited
        perennial inspect library.sqlite --schema
      """)

  @OptionGroup var store: StoreArgument

  @Flag(help: "Show the properties of all entities.")
  var schema = false

  @Flag(help: "Show the presets of --entity, or all presets.")
  var presets = false

  @Option(help: "Show only presets in this state.")
  var state: InspectedPreset.State?

  @Option(help: "Show objects of this entity, in the order of their keys.")
  var entity: String?

  @Option(help: "Show only the object with this key.")
  var key: Int64?

  @Option(
    help: ArgumentHelp(
      "The number of objects of --entity to show. The default is 20.", valueName: "number"))
  var limit: Int?

  @Option(
    help: ArgumentHelp("The number of objects of --entity to skip.", valueName: "number"))
  var offset: Int?

  @Flag(help: "Print JSON: one object, or with --entity one object on each line.")
  var json = false

  func validate() throws {
    guard limit ?? 0 >= 0, offset ?? 0 >= 0 else {
      throw ValidationError("--limit and --offset need numbers from 0 on.")
    }
    if limit != nil || offset != nil {
      if entity == nil { throw ValidationError("--limit and --offset need --entity.") }
      if presets || key != nil {
        throw ValidationError("--limit and --offset exclude --presets and --key.")
      }
    }
    if presets, schema || key != nil {
      throw ValidationError("--presets excludes --schema and --key.")
    }
    if state != nil, !presets { throw ValidationError("--state needs --presets.") }
    if schema, entity != nil { throw ValidationError("--schema and --entity exclude each other.") }
    if key != nil, entity == nil {
      throw ValidationError("--key needs --entity: a key belongs to an entity.")
    }
  }

  func perform() throws {
    if AppleStore.isAppleStore(store.url) { return try showAppleStore() }
    let store = try store.open()
    if presets {
      let presets = try store.presets(of: entity).filter { state == nil || $0.state == state }
      if json { return try Console.print(json: presets) }
      return PresetText(presets: presets).lines.forEach(Console.print)
    }
    if let entity { return try show(entity, of: store) }
    let summary = try store.summary()
    if json { return try Console.print(json: summary) }
    let text = SummaryText(summary: summary)
    for line in text.overview + (schema ? text.schema : []) { Console.print(line) }
  }

  private func showAppleStore() throws {
    guard !presets else { throw MissingPresets(path: store.url.path) }
    let store = try AppleStore(contentsOf: store.url)
    if let entity {
      let objects = try AppleObjects(
        of: entity, key: key, limit: limit ?? 20, offset: offset ?? 0, in: store)
      return (json ? objects.json : objects.text).forEach(Console.print)
    }
    let summary = try store.summary()
    if json { return try Console.print(json: summary) }
    let text = AppleSummaryText(summary: summary)
    for line in text.overview + (schema ? text.schema : []) { Console.print(line) }
  }

  private func show(_ entity: String, of store: InspectedStore) throws {
    let rows: [InspectedRow]
    if let key {
      guard let row = try store.row(of: entity, key: key, includesLinks: true) else {
        throw MissingObject(entity: entity, key: key, path: store.url.path)
      }
      rows = [row]
    } else {
      rows = try store.rows(
        of: entity, limit: limit ?? 20, offset: offset ?? 0, includesLinks: true)
    }
    for row in rows {
      if json { Console.print(row.json) } else { RowText(row: row).lines.forEach(Console.print) }
    }
  }
}

extension InspectedPreset.State: @retroactive ExpressibleByArgument {}

/// The error for presets of a file that cannot have any.
struct MissingPresets: CommandError {
  let exitStatus = ExitStatus.misused
  let path: String
  var description: String {
    "\(path) is a store of Apple's SwiftData or Core Data, which has no presets. Leave out --presets"
  }
}

/// An object that was asked for and is not there.
struct MissingObject: CommandError {
  let exitStatus = ExitStatus.missing
  let entity: String
  let key: Int64
  let path: String
  var description: String { "\(path) has no \(entity) with the key \(key)" }
}
