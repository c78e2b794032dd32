import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("41/11: Properties that exchange their names")
struct ExchangedNameTests {
  enum Before {
    @Model final class Box {
      var width = 0
      var height = 0
      var depth = 0
      var maker = ""

      init(_ width: Int, _ height: Int, _ depth: Int) {
        (self.width, self.height, self.depth) = (width, height, depth)
      }
    }
  }

  enum Pair {
    @Model final class Box {
      @Attribute(originalName: "height") var width = 0
      @Attribute(originalName: "width") var height = 0
      var depth = 0
      var maker = ""

      init() {}
    }
  }

  enum Circle {
    @Model final class Box {
      @Attribute(originalName: "height") var width = 0
      @Attribute(originalName: "depth") var height = 0
      @Attribute(originalName: "width") var depth = 0
      var maker = ""

      init() {}
    }
  }

  let bench: MigrationBench

  init() throws {
    bench = try MigrationBench()
    try bench.fill(Before.Box(1, 2, 3))
  }

  @Test("Two exchange their values once")
  func pair() throws {
    for _ in 1...3 {
      let boxes = try bench.open(Pair.Box.self).fetch(FetchDescriptor<Pair.Box>())
      #expect(boxes.map { [$0.width, $0.height, $0.depth] } == [[2, 1, 3]])
    }
    #expect(try bench.container(Pair.Box.self).migrationReports.allSatisfy { !$0.isNeeded })
    try bench.expectStructure(of: Pair.Box.self)
  }

  @Test("Three do so too")
  func circle() throws {
    for _ in 1...2 {
      let boxes = try bench.open(Circle.Box.self).fetch(FetchDescriptor<Circle.Box>())
      #expect(boxes.map { [$0.width, $0.height, $0.depth] } == [[2, 3, 1]])
    }
  }

  @Test("A new store has nothing to exchange")
  func new() throws {
    let bench = try MigrationBench()
    for _ in 1...2 {
      let context = try bench.open(Pair.Box.self)
      if try context.fetchCount(FetchDescriptor<Pair.Box>()) == 0 {
        let box = Pair.Box()
        (box.width, box.height) = (7, 8)
        context.insert(box)
        try context.save()
      }
      let box = try #require(try context.fetch(FetchDescriptor<Pair.Box>()).first)
      #expect(box.width == 7 && box.height == 8)
    }
  }
}
