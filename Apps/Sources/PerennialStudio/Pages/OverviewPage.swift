import Foundation
import PerennialInspection
import ReadableText

/// The first page: the file, its entities and its schema.
struct OverviewPage: Page {
  static let template = "overview"

  /// A line of a table of facts.
  struct Fact: Sendable {
    let name: String
    let value: String
  }

  /// A line of the table of entities.
  struct EntityLine: Sendable {
    let name: String
    let address: String
    let superentity: String?
    let count: String
    let size: String
    let properties: Int
    let presets: String
  }

  let frame: PageFrame
  let facts: [Fact]
  let entities: [EntityLine]
  let isEmpty: Bool
  let diagram: String?
  let hasUncounted: Bool

  /// The times for the counts of all entities, for the sizes of tables and for the history. A large store takes
  /// longer than a page may take.
  private static let countTime: Duration = .milliseconds(400)
  private static let sizeTime: Duration = .milliseconds(300)
  private static let historyTime: Duration = .milliseconds(200)

  init(_ store: InspectedStore, _ studio: StudioStore) throws {
    let details = try store.entities()
    let sizes = try store.limited(to: Self.sizeTime) { try store.sizes() }
    let end = ContinuousClock.now + Self.countTime
    var lines: [EntityLine] = []
    var counts: [String: ObjectCount] = [:]
    for entity in details {
      let left = max(.milliseconds(1), ContinuousClock.now.duration(to: end))
      let count = try store.count(of: RowQuery(entity: entity.name), within: left)
      counts[entity.name] = count
      lines.append(
        EntityLine(
          name: entity.name, address: Address.rows(of: entity.name).text,
          superentity: entity.superentity, count: count.text,
          size: entity.superentity == nil
            ? sizes.bytes(ofTable: entity.table)?.byteCount ?? "" : "",
          properties: entity.properties.count,
          presets: entity.hasPresets ? "yes" : ""))
    }
    entities = lines
    isEmpty = lines.isEmpty
    hasUncounted = counts.values.contains(where: \.isLowerBound)
    frame = PageFrame("Overview", studio: studio, store: store, section: .overview, counts: counts)
    facts = try Self.facts(store, sizes)
    diagram = details.isEmpty ? nil : SchemaDrawing(SchemaLayout(details)).svg
  }

  private static func facts(_ store: InspectedStore, _ sizes: StoreSizes) throws -> [Fact] {
    var facts = [
      Fact(name: "File", value: store.url.path),
      Fact(name: "Size", value: Self.text(sizes)),
      Fact(name: "Format", value: "\(store.format)"),
      Fact(name: "Schema version", value: store.schemaVersion ?? "not numbered"),
      Fact(name: "Identifier", value: store.identifier),
    ]
    facts.append(Fact(name: "History", value: try history(store)))
    return facts
  }

  private static func history(_ store: InspectedStore) throws -> String {
    do {
      guard let history = try store.limited(to: historyTime, { try store.history() }) else {
        return "not kept"
      }
      let end = history.end.map { ", the last one \($0.studioText) UTC" } ?? ""
      return history.transactions.of("transaction") + end
    } catch let error as InspectionError where error.code == .timeLimit {
      return "too long to be counted for this page"
    }
  }

  private static func text(_ sizes: StoreSizes) -> String {
    var parts = [sizes.file.byteCount]
    if sizes.free > 0 { parts.append("\(sizes.free.byteCount) of it free") }
    if sizes.log > 0 { parts.append("\(sizes.log.byteCount) in the log") }
    if sizes.externalFiles > 0 {
      parts.append("\(sizes.external.byteCount) in \(sizes.externalFiles.of("file")) beside it")
    }
    return parts.joined(separator: ", ")
  }
}

extension ObjectCount {
  /// The number for a table.
  var text: String { isLowerBound ? "> \(value.grouped)" : value.grouped }
}
