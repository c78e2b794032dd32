/// Lines whose cells stand under each other.
struct Columns {
  enum Side {
    case left, right
  }

  private var lines: [[String]] = []
  private let sides: [Side]
  private let indent: String

  init(_ sides: [Side], indent: String = "") {
    self.sides = sides
    self.indent = indent
  }

  mutating func add(_ cells: String...) { lines.append(cells) }

  var text: [String] {
    let widths = sides.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
      var line = indent
      for (column, cell) in cells.enumerated() {
        if column > 0 { line += "  " }
        let space = String(repeating: " ", count: widths[column] - cell.count)
        line += sides[column] == .left ? cell + space : space + cell
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
