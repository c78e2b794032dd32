import Foundation
import PerennialInspection
import ReadableText

/// A store's summary for people.
struct SummaryText {
  let summary: StoreSummary

  /// The description of the store, and its entities with their numbers.
  var overview: [String] {
    var head = Columns([.left, .left])
    head.add("Store", summary.path)
    head.add("Identifier", summary.identifier)
    head.add("Format", "\(summary.format)")
    head.add("Schema", summary.schemaVersion.map { "version \($0)" } ?? "without a version")
    head.add("Size", sizes)
    head.add("History", history)
    if let catalogs = summary.catalogs {
      head.add("Catalogs", catalogs.map(Self.text).joined(separator: "; "))
    }
    if !summary.unknownTables.isEmpty {
      head.add("Unknown", summary.unknownTables.joined(separator: ", "))
    }
    return head.text + [""] + entities
  }

  private var sizes: String {
    let sizes = summary.sizes
    var parts = [sizes.file.byteCount]
    if sizes.free > 0 { parts.append("\(sizes.free.byteCount) of it free") }
    if sizes.log > 0 { parts.append("\(sizes.log.byteCount) in the log") }
    if sizes.externalFiles > 0 {
      parts.append("\(sizes.external.byteCount) in \(sizes.externalFiles.of("file")) beside it")
    }
    return parts.joined(separator: ", ")
  }

  private var history: String {
    guard let history = summary.history else { return "none" }
    guard let first = history.first, let last = history.last, let begin = history.begin,
      let end = history.end
    else { return "no transactions" }
    var text = "\(history.transactions.of("transaction")) (\(first) to \(last))"
    text += ", \(Self.text(begin)) to \(Self.text(end))"
    if !history.authors.isEmpty { text += ", by \(history.authors.joined(separator: ", "))" }
    if history.tombstones > 0 { text += ", \(history.tombstones.of("preserved value"))" }
    return text
  }

  private static func text(_ catalog: CatalogSummary) -> String {
    let version = catalog.version.map { " version \($0)" } ?? ""
    return "\(catalog.name)\(version), applied \(text(catalog.applied))"
  }

  private static func text(_ date: Date) -> String { date.formatted(.iso8601) }

  private var entities: [String] {
    if summary.entities.isEmpty { return ["No entities."] }
    let hasPresets = summary.entities.contains { $0.presets != nil }
    var columns = Columns([.left, .right, .right, .left])
    columns.add("Entity", "Objects", "Size", hasPresets ? "Presets" : "")
    for entity in summary.entities {
      let isFirst = entity.superentity == nil
      columns.add(
        entity.name, entity.count.grouped,
        isFirst ? summary.sizes.bytes(ofTable: entity.table)?.byteCount ?? "" : "",
        entity.presets.map {
          """
          \($0.presets.grouped), \($0.edited.grouped) edited, \($0.deleted.grouped) deleted; \
          \($0.others.grouped) own
          """
        } ?? "")
    }
    return columns.text
  }

  /// The properties of all entities.
  var schema: [String] {
    summary.entities.flatMap { entity in [""] + Self.schema(of: entity) }
  }

  private static func schema(of entity: EntitySummary) -> [String] {
    var lines = [entity.superentity.map { "\(entity.name): \($0)" } ?? entity.name]
    var columns = Columns([.left, .left, .left], indent: "  ")
    for property in entity.properties {
      columns.add(property.name, type(of: property), remarks(on: property))
    }
    lines += columns.text
    lines += entity.uniquenessConstraints.map { "  unique: \($0.joined(separator: ", "))" }
    lines += entity.indices.map { "  index: \($0.joined(separator: ", "))" }
    if !entity.hiddenColumns.isEmpty {
      lines.append("  hidden: \(entity.hiddenColumns.joined(separator: ", "))")
    }
    return lines
  }

  private static func type(of property: PropertySummary) -> String {
    let type = property.relationship?.isToMany == true ? "[\(property.type)]" : property.type
    return property.isOptional ? "\(type)?" : type
  }

  private static func remarks(on property: PropertySummary) -> String {
    var remarks: [String] = []
    if let form = property.form, let type = property.columnType {
      remarks.append("\(form) in \(type)")
    }
    if property.isExternal { remarks.append("in files when large") }
    if property.isSearched { remarks.append("searched") }
    if let relationship = property.relationship {
      if let inverse = relationship.inverse { remarks.append("inverse \(inverse)") }
      if let table = relationship.joinTable { remarks.append("links in \(table)") }
    }
    return remarks.joined(separator: ", ")
  }
}
