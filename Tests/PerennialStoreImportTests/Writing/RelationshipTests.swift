import AppleStoreTesting
import Foundation
import Observation
import Perennial
import PerennialAppleStores
import PerennialStoreImport
import StoreTesting
import Testing

@Model final class Node {
  var name: String
  @Relationship(inverse: \Node.previous) var next: Node?
  var previous: Node?
  @Relationship(inverse: \Node.parent) var children: [Node] = []
  var parent: Node?
  init(name: String) { self.name = name }
}

@Suite("Store import: relationships that the file has otherwise")
struct RelationshipTests {
  private let directory: ScratchDirectory
  private let container: ModelContainer

  init() throws {
    directory = try ScratchDirectory()
    container = try ModelContainer(
      for: Schema([Node.self]),
      configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
  }

  private func run(_ sample: SampleStore) throws -> StoreImportReport {
    let url = directory.file("Model.sqlite")
    try? FileManager.default.removeItem(at: url)
    try sample.write(to: url)
    return try StoreImport(contentsOf: url).run(into: container)
  }

  private func nodes() throws -> [Node] {
    try ModelContext(container).fetch(FetchDescriptor<Node>()).sorted { $0.name < $1.name }
  }

  private func node(_ key: Int64) -> AppleReference { AppleReference(entity: "Node", key: key) }

  @Test("One side of a one-to-one relationship is enough; a second claim on an object is left out")
  func pairs() throws {
    let entity = StoredModel.Entity(
      "Node", [.init("name", .string)],
      [
        .init("next", to: "Node", inverse: "previous"),
        .init("previous", to: "Node", inverse: "next"),
      ])
    var sample = SampleStore(model: StoredModel([entity]))
    func row(_ key: Int64, _ references: [String: AppleReference] = [:]) -> AppleRow {
      AppleRow(entity, key, ["name": .text("\(key)")], references: references)
    }
    sample.objects = [
      row(1, ["next": node(2)]), row(2), row(3, ["next": node(2)]), row(4),
      row(5, ["previous": node(4)]),
    ]
    let report = try run(sample)
    let nodes = try nodes()
    #expect(nodes.map { $0.next?.name } == ["2", nil, nil, "5", nil])
    #expect(nodes.map { $0.previous?.name } == [nil, "1", nil, nil, "4"])
    let links = try #require(report.relationship("Node", "next"))
    #expect(links.read == 2 && links.written == 1 && links.leftOut == 1)
    let second = try run(sample)
    #expect(second.entities.map(\.unchanged) == [5])
  }

  @Test("References of a to-many relationship without an inverse become those of the inverse")
  func members() throws {
    let entity = StoredModel.Entity(
      "Node", [.init("name", .string)], [.init("children", to: "Node", isToMany: true)])
    var sample = SampleStore(model: StoredModel([entity]))
    sample.objects = (1...4).map { AppleRow(entity, $0, ["name": .text("\($0)")]) }
    func link(_ owner: Int64, _ target: Int64) -> AppleLink {
      AppleLink(owner: owner, target: node(target), position: nil, isDangling: false)
    }
    sample.links["Node.children"] = [link(1, 2), link(1, 3), link(3, 4)]
    let report = try run(sample)
    #expect(try nodes().map { $0.parent?.name } == [nil, "1", "1", "3"])
    #expect(report.relationship("Node", "children")?.written == 3)
    sample.links["Node.children"] = [link(1, 2), link(2, 3)]
    let later = try run(sample)
    #expect(try nodes().map { $0.parent?.name } == [nil, "1", "2", nil])
    #expect(later.relationship("Node", "children")?.written == 2)
  }
}
