import Foundation
import Testing

@testable import PerennialInspection
@testable import PerennialStudio

@Suite("The diagram of a schema")
struct DiagramTests {
  @Test("Boxes do not overlap, and all lines are drawn", arguments: [1, 3, 7, 12, 20, 40])
  func layout(count: Int) throws {
    for seed in 0..<20 {
      let entities = Self.schema(count, seed: seed)
      let layout = SchemaLayout(entities)
      #expect(layout.boxes.count == count)
      for (index, box) in layout.boxes.enumerated() {
        #expect(box.x >= 0 && box.y >= 0)
        #expect(box.right <= layout.width && box.y + box.height <= layout.height)
        for other in layout.boxes[..<index] {
          let isApart =
            box.right < other.x || other.right < box.x || box.y + box.height < other.y
            || other.y + other.height < box.y
          #expect(isApart, "\(box.name) and \(other.name)")
        }
      }
      let svg = SchemaDrawing(layout).svg
      #expect(svg.components(separatedBy: "<path class=\"edge").count - 1 == layout.edges.count)
      #expect(svg.components(separatedBy: "<a class=\"box\"").count - 1 == count)
    }
  }

  @Test("A relationship and its inverse are one line; its ends tell how many objects there are")
  func edges() throws {
    let store = try Kitchen(dishes: 1).store()
    let edges = SchemaEdge.all(of: try store.entities())
    let ends = edges.map { edge in
      [edge.from, edge.to].map { "\($0.entity).\($0.property ?? "")\($0.isMany ? "*" : "")" }
        .sorted().joined(separator: " ")
    }
    #expect(ends.sorted() == ["Cuisine.dishes Dish.cuisine*", "Dish.labels* Label.dishes*"])
  }

  @Test("Names are texts in the drawing, and not parts of it")
  func escaping() {
    let entity = Self.entity("A<b>&\"'", [Self.property("x</text>", to: nil)])
    let svg = SchemaDrawing(SchemaLayout([entity])).svg
    #expect(svg.contains("A&lt;b&gt;&amp;&quot;&#39;") && svg.contains("x&lt;/text&gt;"))
    #expect(!svg.contains("<b>"))
  }

  // MARK: Schemas

  private static func schema(_ count: Int, seed: Int) -> [EntityDetails] {
    var state = UInt64(seed + 1)
    func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    return (0..<count).map { number in
      var properties = (0..<below(25)).map { property("attribute\($0)", to: nil) }
      for link in 0..<below(4) {
        properties.append(property("link\(link)", to: "E\(below(count))"))
      }
      return entity("E\(number)", properties)
    }
  }

  private static func entity(_ name: String, _ properties: [PropertySummary]) -> EntityDetails {
    EntityDetails(
      name: name, table: name, superentity: nil, properties: properties,
      declared: Set(properties.map(\.name)), uniquenessConstraints: [], indices: [], sortable: [],
      hasPresets: false)
  }

  private static func property(_ name: String, to destination: String?) -> PropertySummary {
    PropertySummary(
      name: name, type: destination ?? "String", isOptional: false, form: nil, column: nil,
      columnType: nil, isExternal: false, isSearched: false,
      relationship: destination.map {
        RelationshipSummary(destination: $0, inverse: nil, isToMany: true, joinTable: nil)
      })
  }
}
