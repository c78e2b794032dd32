import Foundation
import Perennial

/// The properties whose values identify an object: its own, and those of objects that it references.
struct IdentifyingPath: Sendable {
  /// The reason why a path is invalid.
  struct Misfit: Error {
    let reason: String
  }

  private struct Piece {
    let references: [PropertyLayout]
    let property: PropertyLayout
  }

  private let pieces: [Piece]

  /// Creates a path from its text.
  ///
  /// - Parameter text: The names, separated by dots. Slashes separate the paths of the parts of an ID.
  init(_ text: String, of layout: ModelLayout) throws(Misfit) {
    var pieces: [Piece] = []
    for piece in text.split(separator: "/", omittingEmptySubsequences: false) {
      pieces.append(try Self.piece(String(piece), of: layout))
    }
    self.pieces = pieces
  }

  /// The properties that lead to each value.
  var routes: [[PropertyLayout]] { pieces.map { $0.references + [$0.property] } }

  /// Returns the text that values identify an object by; nil for a user object.
  ///
  /// - Parameter values: The values at the end of ``routes``.
  func text(_ values: [SQLValue]) -> String? {
    let parts = zip(pieces, values).map { Self.text($1, $0.property) }
    return parts.contains(nil) ? nil : parts.compactMap(\.self).joined(separator: "/")
  }

  private static func text(_ value: SQLValue, _ property: PropertyLayout) -> String? {
    guard let column = property.column else { return nil }
    switch (value, ValueDescription(property, column.type).form) {
    case (.integer(let number), .uint64): return "\(UInt64(bitPattern: number))"
    case (.integer(let number), _): return "\(number)"
    case (.text(let text), _): return text.isEmpty ? nil : text
    case (.blob(let data), .uuid) where data.count == 16:
      return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString }
    default: return nil
    }
  }

  // MARK: Names

  private static func piece(_ text: String, of layout: ModelLayout) throws(Misfit) -> Piece {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var references: [PropertyLayout] = []
    var layout = layout
    for (place, name) in names.enumerated() {
      let property = try property(name, of: layout)
      let title = "\(layout.entityName).\(name)"
      if property.isToMany {
        throw Misfit(
          reason: "\(title) is a to-many relationship; a path follows only to-one relationships")
      }
      let isLast = place == names.count - 1
      guard let destination = property.destinationLayout else {
        if isLast {
          try check(property, title)
          return Piece(references: references, property: property)
        }
        throw Misfit(
          reason: "\(title) is not a relationship; end the path there")
      }
      if isLast {
        let example = destination.properties.first(where: canIdentify)?.name
        throw Misfit(
          reason: """
            \(title) is an object of \(destination.entityName); add one of its properties\
            \(example.map { ", such as \(text).\($0)" } ?? "")
            """)
      }
      references.append(property)
      layout = destination
    }
    throw Misfit(reason: "the path is empty; write the name of a property")
  }

  private static func property(
    _ name: String, of layout: ModelLayout
  ) throws(Misfit) -> PropertyLayout {
    if let property = layout.property(named: name), property.isStored { return property }
    let way = wayOut(from: name, to: layout.properties.filter(\.isStored).map(\.name))
    throw Misfit(reason: "\(layout.entityName) has no stored property “\(name)”; \(way)")
  }

  private static func check(_ property: PropertyLayout, _ title: String) throws(Misfit) {
    if canIdentify(property) { return }
    let type = property.column.map { ValueDescription(property, $0.type).name } ?? ""
    let place = property.isExternal ? " that may be in a file beside the store" : ""
    throw Misfit(
      reason: """
        \(title) is of type \(type)\(place), which does not identify an object; \
        use a text, a whole number, a UUID or a URL
        """)
  }

  /// Returns `true` if a value of a property can be an ID or a part of one.
  private static func canIdentify(_ property: PropertyLayout) -> Bool {
    guard let column = property.column, !property.isExternal, !property.isRelationship else {
      return false
    }
    return switch ValueDescription(property, column.type).form {
    case .text, .url, .uuid, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: true
    case .bool, .double, .float, .date, .data, .decimal, .json: false
    }
  }
}
