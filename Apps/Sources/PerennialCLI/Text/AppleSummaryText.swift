import Foundation
import PerennialAppleStores
import ReadableText

/// The summary of a file of SwiftData or Core Data for people.
struct AppleSummaryText {
  let summary: AppleStoreSummary

  /// The description of the file, and its entities with their numbers.
  var overview: [String] {
    var head = Columns([.left, .left])
    head.add("Store", summary.path)
    head.add("Kind", "SwiftData or Core Data, by Apple\(framework)")
    head.add("Identifier", summary.identifier)
    head.add("Model", model)
    head.add("Size", sizes)
    head.add("History", history)
    if !summary.otherTables.isEmpty {
      head.add("Other", summary.otherTables.joined(separator: ", "))
    }
    return head.text + [""] + entities
  }

  private var framework: String {
    summary.frameworkVersion.map { ", framework \($0)" } ?? ""
  }

  private var model: String {
    let versions = summary.modelVersions.filter { !$0.isEmpty }
    let list = versions.joined(separator: ", ")
    var text = versions.isEmpty ? "without a version" : "version \(list)"
    if !summary.hasModel { text += ", not described: entities are those of the tables" }
    return text
  }

  private var sizes: String {
    let sizes = summary.sizes
    let log = sizes.log > 0 ? [" and \(sizes.log.byteCount) in the log"] : []
    return sizes.file.byteCount + log.joined()
  }

  private var history: String {
    guard let history = summary.history else { return "none" }
    guard let first = history.first, let last = history.last, let begin = history.begin,
      let end = history.end
    else { return "no transactions" }
    var text = "\(history.transactions.of("transaction")) (\(first) to \(last))"
    text += ", \(history.changes.of("change")), \(Self.text(begin)) to \(Self.text(end))"
    if !history.authors.isEmpty { text += ", by \(history.authors.joined(separator: ", "))" }
    return text
  }

  // The format of values: a damaged file may have any number, with which Foundation's formats end the program.
  private static func text(_ date: Date) -> String { AppleValue.date(date).description }

  private var entities: [String] {
    if summary.entities.isEmpty { return ["No entities."] }
    var columns = Columns([.left, .right, .left])
    columns.add("Entity", "Objects", "")
    for entity in summary.entities {
      columns.add(entity.name, entity.count?.grouped ?? "–", Self.remarks(on: entity))
    }
    return columns.text
  }

  private static func remarks(on entity: AppleStoreSummary.Entity) -> String {
    var remarks: [String] = []
    if let superentity = entity.superentity { remarks.append("inherits from \(superentity)") }
    if entity.isAbstract { remarks.append("abstract") }
    if let name = entity.formerName { remarks.append("formerly \(name)") }
    if let name = entity.className, name != entity.name { remarks.append("class \(name)") }
    return remarks.joined(separator: ", ")
  }

  /// The properties of all entities.
  var schema: [String] {
    summary.entities.flatMap { entity in [""] + Self.schema(of: entity) }
  }

  private static func schema(of entity: AppleStoreSummary.Entity) -> [String] {
    var lines = [entity.superentity.map { "\(entity.name): \($0)" } ?? entity.name]
    var columns = Columns([.left, .left, .left], indent: "  ")
    for property in entity.properties { add(property, below: "", to: &columns) }
    lines += columns.text
    lines += entity.uniquenessConstraints.map { "  unique: \($0.joined(separator: ", "))" }
    if let hash = entity.versionHash { lines.append("  version hash: \(hash)") }
    return lines
  }

  /// Adds a line for a property, and one for each element of a composite.
  private static func add(
    _ property: AppleStoreSummary.Property, below path: String, to columns: inout Columns
  ) {
    let name = path + property.name
    columns.add(name, type(of: property), remarks(on: property))
    for element in property.elements { add(element, below: name + ".", to: &columns) }
  }

  private static func type(of property: AppleStoreSummary.Property) -> String {
    if property.relationship?.isToMany == true { return "[\(property.type)]" }
    return property.isOptional ? "\(property.type)?" : property.type
  }

  private static func remarks(on property: AppleStoreSummary.Property) -> String {
    var remarks: [String] = []
    if let relationship = property.relationship {
      if let inverse = relationship.inverse { remarks.append("inverse \(inverse)") }
      if relationship.isOrdered { remarks.append("ordered") }
      if relationship.deleteRule != "nullify" { remarks.append(relationship.deleteRule) }
    }
    if property.isTransient { remarks.append("transient") }
    if property.isDerived { remarks.append("derived") }
    if let transformer = property.transformer { remarks.append("by \(transformer)") }
    if let name = property.formerName { remarks.append("formerly \(name)") }
    return remarks.joined(separator: ", ")
  }
}
