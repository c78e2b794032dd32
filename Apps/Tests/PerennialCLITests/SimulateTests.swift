import Foundation
import Testing

@Suite("perennial simulate")
struct SimulateTests {
  private struct Report: Decodable {
    let histories: Int
    let transactions: Int
    let trace: String
    let failures: [Failure]

    struct Failure: Decodable {}
  }

  private func report(_ options: String...) throws -> Report {
    let folder = try ScratchFolder()
    let result = try Tool.run(arguments: ["simulate", "--json"] + options, in: folder.url)
    #expect(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
  }

  @Test("The same seeds have the same histories, and others have others")
  func seeds() throws {
    let first = try report("--histories", "40", "--seed", "7")
    let again = try report("--histories", "40", "--seed", "7")
    let others = try report("--histories", "40", "--seed", "8")
    #expect(first.histories == 40 && first.transactions > 0 && first.failures.isEmpty)
    #expect(first.trace == again.trace && first.transactions == again.transactions)
    #expect(first.trace != others.trace)
  }

  @Test("A story has the events of one history")
  func story() throws {
    let folder = try ScratchFolder()
    let result = try Tool.run("simulate", "--story", "--seed", "7", in: folder.url)
    #expect(result.status == 0)
    #expect(result.output.contains("launches version"))
    #expect(result.output.contains("Seed 7 ends as it should"))
  }

  @Test(
    "Options that make no sense are refused",
    arguments: [["--histories", "0"], ["--story", "--json"]])
  func refusals(_ options: [String]) throws {
    let folder = try ScratchFolder()
    let result = try Tool.run(arguments: ["simulate"] + options, in: folder.url)
    #expect(result.status == 64)
    #expect(result.errors.contains(options[0]))
  }
}
