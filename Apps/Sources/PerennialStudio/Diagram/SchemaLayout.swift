import PerennialInspection

/// The places of entities in the diagram of a schema.
///
/// The entity with most relationships is in the middle. Related entities are in the columns beside it, on the side
/// that is shorter; the next ones in the columns beyond. Entities without relationships fill the shortest columns.
struct SchemaLayout: Sendable {
  private static let columnGap = 96
  private static let rowGap = 28
  private static let margin = 16

  private(set) var boxes: [SchemaBox] = []
  let edges: [SchemaEdge]
  private(set) var width = 0
  private(set) var height = 0
  private var columnOf: [String: Int] = [:]

  init(_ entities: [EntityDetails]) {
    edges = SchemaEdge.all(of: entities)
    let all = Dictionary(
      entities.map { ($0.name, SchemaBox($0)) }, uniquingKeysWith: { first, _ in first })
    place(columns(of: entities.map(\.name), all), all)
  }

  subscript(_ entity: String) -> (box: SchemaBox, column: Int)? {
    guard let box = boxes.first(where: { $0.name == entity }), let column = columnOf[entity] else {
      return nil
    }
    return (box, column)
  }

  /// The entities that each entity has a line to.
  private var neighbours: [String: [String]] {
    var neighbours: [String: [String]] = [:]
    for edge in edges where edge.from.entity != edge.to.entity {
      for (one, other) in [
        (edge.from.entity, edge.to.entity), (edge.to.entity, edge.from.entity),
      ] where neighbours[one]?.contains(other) != true {
        neighbours[one, default: []].append(other)
      }
    }
    return neighbours
  }

  /// Returns the columns of the diagram, from left to right.
  private func columns(of names: [String], _ boxes: [String: SchemaBox]) -> [[String]] {
    let neighbours = neighbours
    var columns: [Int: [String]] = [:]
    var heights: [Int: Int] = [:]
    var left = names.filter { neighbours[$0] != nil }
    func put(_ name: String, in column: Int) {
      columns[column, default: []].append(name)
      heights[column, default: 0] += (boxes[name]?.height ?? 0) + Self.rowGap
      left.removeAll { $0 == name }
    }
    // Each group of related entities has a root.
    while let root = left.max(by: { degree($0, neighbours) < degree($1, neighbours) }) {
      put(root, in: 0)
      var queue = [(name: root, column: 0)]
      while !queue.isEmpty {
        let (name, column) = queue.removeFirst()
        for next in neighbours[name] ?? [] where left.contains(next) {
          let sides = column == 0 ? [1, -1] : [column > 0 ? column + 1 : column - 1]
          let side = sides.min { heights[$0, default: 0] < heights[$1, default: 0] } ?? 1
          put(next, in: side)
          queue.append((next, side))
        }
      }
    }
    let alone = names.filter { neighbours[$0] == nil }
    // About as wide as high.
    let count = max(columns.count, min(4, Int(Double(alone.count).squareRoot().rounded(.up))))
    let first = columns.keys.min() ?? 0
    for name in alone {
      let column = (first..<(first + count)).min {
        heights[$0, default: 0] < heights[$1, default: 0]
      }
      put(name, in: column ?? 0)
    }
    return columns.keys.sorted().map {
      sorted(columns[$0] ?? [], neighbours: neighbours, columns: columns)
    }
  }

  private func degree(_ name: String, _ neighbours: [String: [String]]) -> Int {
    neighbours[name]?.count ?? 0
  }

  /// Sorts a column by the mean place of the entities that its entities are related to.
  private func sorted(
    _ column: [String], neighbours: [String: [String]], columns: [Int: [String]]
  ) -> [String] {
    var places: [String: Double] = [:]
    for names in columns.values {
      for (index, name) in names.enumerated() {
        places[name] = Double(index) / Double(max(1, names.count))
      }
    }
    func mean(_ name: String) -> Double {
      let others = (neighbours[name] ?? []).filter { !column.contains($0) }.compactMap {
        places[$0]
      }
      return others.isEmpty ? 1 : others.reduce(0, +) / Double(others.count)
    }
    let means = column.map { (name: $0, mean: mean($0)) }
    return means.enumerated().sorted {
      ($0.element.mean, $0.offset) < ($1.element.mean, $1.offset)
    }.map(\.element.name)
  }

  private mutating func place(_ columns: [[String]], _ boxes: [String: SchemaBox]) {
    let heights = columns.map { names in
      names.map { (boxes[$0]?.height ?? 0) + Self.rowGap }.reduce(-Self.rowGap, +)
    }
    let tallest = heights.max() ?? 0
    var x = Self.margin
    for (index, names) in columns.enumerated() {
      let wide = names.map { boxes[$0]?.width ?? 0 }.max() ?? 0
      var y = Self.margin + (tallest - heights[index]) / 2
      for name in names {
        guard var box = boxes[name] else { continue }
        box.x = x + (wide - box.width) / 2
        box.y = y
        y += box.height + Self.rowGap
        self.boxes.append(box)
        columnOf[name] = index
      }
      x += wide + Self.columnGap
    }
    width = x - Self.columnGap + Self.margin
    height = tallest + 2 * Self.margin
    // Lines between entities of one column bulge to the right of it.
    let last = columns.count - 1
    let bulges = edges.contains {
      columnOf[$0.from.entity] == last && columnOf[$0.to.entity] == last
    }
    if bulges { width += 48 }
  }
}
