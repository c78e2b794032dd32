import Foundation
import Programs
import SwiftData
import Testing
import WebTesting

private let program = ProcessInfo.processInfo.environment["MEASURE_STUDIO"]

/// Measurements of a program that was built in release mode, whose path is in the variable `MEASURE_STUDIO`. They say
/// something only if nothing else runs.
@Suite(
  "A studio of 1,000,000 objects", .timeLimit(.minutes(10)),
  .enabled(if: program != nil))
struct MeasurementTests {
  @Test("The response with the first page within 100 ms, and a change in it within 300 ms")
  func table() async throws {
    let kitchen = try Kitchen(dishes: 0)
    let container = try kitchen.container()
    for start in stride(from: 0, to: 1_000_000, by: 20_000) {
      let context = ModelContext(container)
      for number in start..<start + 20_000 { context.insert(Dish(number, "Soup \(number)")) }
      try context.save()
    }
    try await Browser.run { web in
      let (process, address) = try await start(kitchen.url)
      defer { process.terminate() }
      try await web.open(address)
      let page = (URL(string: address)?.port).map { "http://127.0.0.1:\($0)/rows?entity=Dish" }
      var (responses, paints): ([Double], [Double]) = ([], [])
      for _ in 1...40 {
        try await web.open(try #require(page))
        try await web.wait(for: "#live[data-state=on]")
        let response = try await web.run(
          "return performance.getEntriesByType('navigation')[0].responseEnd")
        responses.append(try #require(Double(response)))
        let paint = try await web.run(
          """
          return new Promise((done) => new PerformanceObserver(
            (list) => done(list.getEntries()[0].startTime)
          ).observe({ type: 'paint', buffered: true }))
          """)
        paints.append(try #require(Double(paint)))
      }
      report("Response", responses, limit: 100)
      // Without a graphics processor, the browser itself needs the greater part of it.
      report("First paint", paints)

      try await web.wait(for: "#live[data-state=on]")
      let context = ModelContext(container)
      let descriptor = FetchDescriptor<Dish>(predicate: #Predicate { $0.serial == 0 })
      let dish = try #require(try context.fetch(descriptor).first)
      try await web.run(
        """
        window.seen = {};
        const look = () => {
          const title = document.querySelector('#rows tbody')?.innerText.match(/change \\d+/)?.[0];
          if (title) window.seen[title] ??= performance.timeOrigin + performance.now();
        };
        new MutationObserver(look).observe(document.body,
          { subtree: true, childList: true, characterData: true });
        """)
      var changes: [Double] = []
      for number in 1...100 {
        dish.title = "change \(number)"
        let start = Date().timeIntervalSince1970 * 1000
        try context.save()
        try await web.wait(for: "#rows td", containing: dish.title)
        let seen = try await web.run("return window.seen[arguments[0]]", [dish.title])
        changes.append(try #require(Double(seen)) - start)
        try await Task.sleep(for: .milliseconds(Int.random(in: 20...120)))
      }
      report("Change in the page", changes, limit: 300)
    }
  }

  private func report(_ title: String, _ milliseconds: [Double], limit: Double = .infinity) {
    let sorted = milliseconds.sorted()
    let (median, greatest) = (sorted[sorted.count / 2], sorted[sorted.count - 1])
    print("\(title): median \(median) ms, greatest \(greatest) ms")
    #expect(greatest <= limit)
  }

  /// Starts the program, and returns its address with the token.
  private func start(_ store: URL) async throws -> (Process, String) {
    let process = Process()
    process.executableURL = URL(filePath: program ?? "")
    process.arguments = ["studio", store.path]
    let output = Pipe.isolated()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.start()
    let text = try await LoopbackConnection.waiting {
      String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
    let match = try #require(text.firstMatch(of: #/http://127\.0\.0\.1:\d+/\?token=[0-9a-f]{64}/#))
    return (process, String(match.0))
  }
}
