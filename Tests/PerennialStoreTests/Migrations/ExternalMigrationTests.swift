import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("Lightweight migration: external storage")
struct ExternalMigrationTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  private var files: [String] {
    let folder = bench.url.path + "-external"
    return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private let large = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  @Test("Values go beside the store and into their rows again")
  func thereAndBack() throws {
    let papers = [
      PaperInRow.Paper("a", large, String(repeating: "x", count: 150_000)),
      PaperInRow.Paper("b", Data(), ""),
      PaperInRow.Paper("c", Data([2, 0, 1])),
    ]
    papers[2].pages = [1, 2]
    try bench.fill(papers[0], papers[1], papers[2])
    do {
      let context = try bench.open(PaperBeside.Paper.self)
      let read = try context.fetch(
        FetchDescriptor<PaperBeside.Paper>(sortBy: [SortDescriptor(\.title)]))
      #expect(read.map(\.scan) == [large, Data(), Data([2, 0, 1])])
      #expect(read.map(\.text?.count) == [150_000, 0, nil])
      #expect(read.map(\.pages) == [[], [], [1, 2]])
      // Values become files when they are changed.
      #expect(files.isEmpty)
      read[1].scan = large
      read[2].text = String(repeating: "y", count: 200_000)
      try context.save()
      #expect(files.count == 2)
    }
    do {
      let context = try bench.open(PaperInRow.Paper.self)
      let read = try context.fetch(
        FetchDescriptor<PaperInRow.Paper>(sortBy: [SortDescriptor(\.title)]))
      #expect(read.map(\.scan) == [large, large, Data([2, 0, 1])])
      #expect(read.map(\.text?.count) == [150_000, 0, 200_000])
      #expect(read.map(\.pages) == [[], [], [1, 2]])
    }
    #expect(files.isEmpty)
  }

  @Test("Files stay with columns that are renamed, and go with those that are removed")
  func renamed() throws {
    do {
      let context = try bench.open(PaperBeside.Paper.self)
      context.insert(PaperBeside.Paper("a", large, String(repeating: "x", count: 150_000)))
      try context.save()
      #expect(files.count == 2)
    }
    do {
      let context = try bench.open(PaperRenamed.Paper.self)
      #expect(files.count == 1)
      let paper = try #require(context.fetch(FetchDescriptor<PaperRenamed.Paper>()).first)
      #expect(paper.image == large)
      #expect(paper.cover == Data([7]))
      paper.cover = large
      try context.save()
      #expect(files.count == 2)
      context.delete(paper)
      try context.save()
      #expect(files.isEmpty)
    }
  }

  @Test("A value whose file is missing is in the way of its return to the row")
  func missing() throws {
    do {
      let context = try bench.open(PaperBeside.Paper.self)
      context.insert(PaperBeside.Paper("a", large))
      try context.save()
    }
    let name = try #require(files.first)
    try FileManager.default.removeItem(atPath: "\(bench.url.path)-external/\(name)")
    try bench.expectRefusal(of: PaperInRow.Paper.self, saying: "scan", "Paper")
  }

  @Test("A retired entity keeps its files, until it is erased")
  func retired() throws {
    do {
      // The store keeps an entity of the program: otherwise it would be another program's.
      let context = try bench.open(PaperBeside.Paper.self, Lone.self)
      context.insert(PaperBeside.Paper("a", large))
      try context.save()
    }
    do {
      let container = try bench.container(Lone.self)
      #expect(files.count == 1)
      try container.eraseRetiredEntities()
    }
    #expect(files.isEmpty)
  }
}
