import Foundation

/// The diagram of a schema as SVG. Its colours are those of the style sheet.
struct SchemaDrawing: Sendable {
  let svg: String

  init(_ layout: SchemaLayout) {
    var text = """
      <svg class="schema" xmlns="http://www.w3.org/2000/svg" width="\(layout.width)" \
      height="\(layout.height)" viewBox="0 0 \(layout.width) \(layout.height)" role="group" \
      aria-label="Diagram of the schema">\(Self.markers)
      """
    for edge in layout.edges { text += Self.line(edge, layout) }
    for box in layout.boxes { text += Self.drawing(of: box) }
    svg = text + "</svg>"
  }

  private static let markers = """
    <defs>\
    <marker id="many" viewBox="0 0 12 12" refX="11" refY="6" markerWidth="12" markerHeight="12" \
    orient="auto-start-reverse"><path class="mark" d="M11 1 L1 6 L11 11 M1 6 L11 6"/></marker>\
    <marker id="one" viewBox="0 0 12 12" refX="11" refY="6" markerWidth="12" markerHeight="12" \
    orient="auto-start-reverse"><path class="mark" d="M6 2 L6 10 M1 6 L11 6"/></marker>\
    <marker id="super" viewBox="0 0 12 12" refX="11" refY="6" markerWidth="12" markerHeight="12" \
    orient="auto"><path class="mark mark-super" d="M1 1 L11 6 L1 11 Z"/></marker>\
    </defs>
    """

  // MARK: Boxes

  private static func drawing(of box: SchemaBox) -> String {
    let address = escaped(Address.rows(of: box.name).text)
    var text = """
      <a class="box" href="\(address)"><title>\(escaped(box.name)): show its objects</title>\
      <rect class="body" x="\(box.x)" y="\(box.y)" width="\(box.width)" height="\(box.height)" rx="4"/>\
      <path class="head" d="\(head(of: box))"/>\
      <text class="name" x="\(box.x + 10)" y="\(box.y + 19)">\(escaped(box.name))</text>
      """
    for (index, line) in box.lines.enumerated() {
      let y = box.y + SchemaBox.headHeight + (index + 1) * SchemaBox.lineHeight
      let kind = line.isRelationship ? "relationship" : "attribute"
      text += """
        <text class="\(kind)" x="\(box.x + 10)" y="\(y)">\(escaped(line.name))</text>\
        <text class="type" x="\(box.right - 10)" y="\(y)">\(escaped(line.type))</text>
        """
    }
    return text + "</a>"
  }

  /// Returns the outline of the upper part of a box, whose upper corners are round.
  private static func head(of box: SchemaBox) -> String {
    let (x, y, right) = (box.x, box.y, box.right)
    let bottom = y + SchemaBox.headHeight
    return """
      M\(x) \(bottom) V\(y + 4) Q\(x) \(y) \(x + 4) \(y) H\(right - 4) \
      Q\(right) \(y) \(right) \(y + 4) V\(bottom) Z
      """
  }

  // MARK: Lines

  private static func line(_ edge: SchemaEdge, _ layout: SchemaLayout) -> String {
    guard let start = layout[edge.from.entity], let end = layout[edge.to.entity] else { return "" }
    let (y1, y2) = (
      start.box.edgeY(of: edge.from.property), end.box.edgeY(of: edge.to.property)
    )
    let path: String
    if start.column == end.column {
      let (x1, x2) = (start.box.right, end.box.right)
      let bulge = max(x1, x2) + 36 + min(12, abs(y2 - y1) / 40)
      path = "M\(x1) \(y1) C\(bulge) \(y1) \(bulge) \(y2) \(x2) \(y2)"
    } else {
      let isRight = start.column < end.column
      let (x1, x2) = (
        isRight ? start.box.right : start.box.x, isRight ? end.box.x : end.box.right
      )
      let reach = max(40, abs(x2 - x1) / 2) * (isRight ? 1 : -1)
      path = "M\(x1) \(y1) C\(x1 + reach) \(y1) \(x2 - reach) \(y2) \(x2) \(y2)"
    }
    let title = [edge.from, edge.to].map { end in
      end.property.map { "\(end.entity).\($0)" } ?? end.entity
    }.joined(separator: edge.isInheritance ? " inherits from " : " – ")
    let marks =
      edge.isInheritance
      ? "marker-end=\"url(#super)\""
      : "marker-start=\"url(#\(mark(edge.from)))\" marker-end=\"url(#\(mark(edge.to)))\""
    let kind = edge.isInheritance ? "edge inheritance" : "edge"
    return "<path class=\"\(kind)\" d=\"\(path)\" \(marks)><title>\(escaped(title))</title></path>"
  }

  private static func mark(_ end: SchemaEdge.End) -> String { end.isMany ? "many" : "one" }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
