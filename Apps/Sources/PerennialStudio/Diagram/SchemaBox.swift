import PerennialInspection

/// An entity in the diagram of a schema.
struct SchemaBox: Sendable {
  /// A line of the box: a property and its type.
  struct Line: Sendable {
    let name: String
    let type: String
    let isRelationship: Bool
  }

  static let lineHeight = 18
  static let headHeight = 28
  private static let padding = 8
  /// The largest number of lines; the last one then tells the number of the others.
  private static let maximum = 16

  let name: String
  let lines: [Line]
  let width: Int
  var x = 0
  var y = 0

  var height: Int { Self.headHeight + lines.count * Self.lineHeight + Self.padding }
  var right: Int { x + width }

  init(_ entity: EntityDetails) {
    name = entity.name
    var lines = entity.properties.filter { entity.declared.contains($0.name) }.map(Line.init)
    // Relationships stay: edges end at them.
    if lines.count > Self.maximum {
      let hidden = lines.count - Self.maximum + 1
      let attributes = lines.filter { !$0.isRelationship }
      let names = Set(attributes.suffix(hidden).map(\.name))
      lines.removeAll { names.contains($0.name) && !$0.isRelationship }
      lines.append(Line(name: "… \(names.count) more", type: "", isRelationship: false))
    }
    self.lines = lines
    // The widths of characters of the fonts in the style sheet.
    let longest = lines.map { Double($0.name.count) * 6.9 + Double($0.type.count) * 6.4 + 44 }
    let head = Double(name.count) * 8 + 28
    width = min(340, max(150, Int(max(head, longest.max() ?? 0))))
  }

  /// Returns the height at which an edge of a property ends; that of the head for other names.
  func edgeY(of property: String?) -> Int {
    guard let property, let index = lines.firstIndex(where: { $0.name == property }) else {
      return y + Self.headHeight / 2
    }
    return y + Self.headHeight + index * Self.lineHeight + Self.lineHeight / 2 + 2
  }
}

extension SchemaBox.Line {
  fileprivate init(_ property: PropertySummary) {
    name = property.name
    isRelationship = property.relationship != nil
    if let relationship = property.relationship {
      type =
        relationship.isToMany ? "[\(relationship.destination)]" : "\(relationship.destination)?"
    } else {
      let type = property.type + (property.isOptional ? "?" : "")
      self.type = type.count > 24 ? "\(type.prefix(23))…" : type
    }
  }
}
