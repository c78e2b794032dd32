import Foundation
import Logging
import PerennialRecords
import RandomTesting
import Testing
import WebTesting

@testable import PerennialHub

/// Decoders get changed inputs. They answer with a typed error, or with a value that encodes and decodes again to
/// itself. Each run prints its seeds.
@Suite("Fuzzed inputs")
struct FuzzTests {
  private static let inputs = TestAmount.fuzzedInputs.count
  private static let seed = TestSeeds.first
  /// The inputs are made in parts, which tests run beside each other.
  private static let parts = 4

  @Test(
    "Decoders answer with a typed error or with a value that stays the same", arguments: 0..<parts)
  func decoders(part: Int) async throws {
    let seed = Self.seed &+ UInt64(part)
    var mutator = Mutator(generator: SeededGenerator(seed: seed))
    let trees = try FuzzTarget.all.map { target in
      try target.isJSON ? target.seeds.map { try JSONTree($0) } : []
    }
    let others = trees.flatMap { $0 }
    #expect(FuzzTarget.all.reduce(0) { $0 + $1.share } == 100)
    var (decoded, refused, failures) = (0, 0, 0)
    for (target, seeds) in zip(FuzzTarget.all, trees) {
      let count = Self.inputs / Self.parts * target.share / 100
      for number in 0..<count {
        // Other tests have time limits, and wait for the threads that the parts use.
        if number % 100 == 0 { await Task.yield() }
        let input =
          target.isJSON
          ? mutator.json(mutator.element(of: seeds), others: others)
          : Array(mutator.text(target.seeds).utf8)
        do {
          try target.decode(input)
          decoded += 1
        } catch  where FuzzTarget.isTyped(error) {
          refused += 1
        } catch {
          failures += 1
          if failures > 20 { return }
          let text = String(decoding: input, as: UTF8.self)
          Issue.record("seed \(seed), \(target.name): \(error)\n\(text)")
        }
      }
      print("Fuzzed with seed \(seed): \(target.name), \(count) inputs")
    }
    print("Fuzzed with seed \(seed): \(decoded) inputs decoded, \(refused) refused")
    #expect(decoded > 0 && refused > 0)
  }

  @Test("Requests over a connection are answered, and never with 500", .timeLimit(.minutes(2)))
  func requests() async throws {
    let seed = Self.seed
    try await withHub(configuring: {
      $0.deviceRate = nil
      $0.longPoll = .milliseconds(1)
    }) { hub in
      let phone = try await hub.signIn()
      let head = "Host: 127.0.0.1:\(hub.port)\r\nAuthorization: Bearer \(phone.token ?? "")\r\n"
      let port = hub.port
      let statuses = try await LoopbackConnection.waiting { () -> [Int: Int] in
        var mutator = Mutator(generator: SeededGenerator(seed: seed))
        let targets = FuzzTarget.all.filter(\.isJSON)
        let seeds = try targets.map { try $0.seeds.map { try JSONTree($0) } }
        let others = seeds.flatMap { $0 }
        var statuses: [Int: Int] = [:]
        for _ in 0..<TestAmount.fuzzedRequests.count {
          var line = mutator.element(of: Self.lines).replacing("TOKEN", with: phone.token ?? "")
          var fields = head
          // The head, the path or the body is changed.
          switch mutator.number(4) {
          case 0: line = mutator.text([line])
          case 1: fields = mutator.text([head + "Range: bytes=0-5\r\nExpect: x\r\n"])
          default: break
          }
          let body = mutator.json(mutator.element(of: others), others: others)
          let connection = try LoopbackConnection(to: port)
          defer { connection.close() }
          let request = "\(line) HTTP/1.1\r\n\(fields)Content-Length: \(body.count)\r\n\r\n"
          // The hub may have answered and closed the connection already.
          try? connection.send(Data(request.utf8) + body)
          connection.finishSending()
          let status = try connection.response()?.status ?? 0
          statuses[status, default: 0] += 1
        }
        return statuses
      }
      print("Fuzzed requests with seed \(seed): \(statuses)")
      #expect(statuses.keys.allSatisfy { $0 < 500 || $0 == 507 }, "seed \(seed): \(statuses)")
      #expect(Set(statuses.keys).isSuperset(of: [200, 400, 404]))
      let errors = hub.log.entries.filter { $0.level >= .error }
      #expect(errors.isEmpty, "seed \(seed): \(errors.prefix(3))")
      #expect(try await phone.pull().status == 200)
    }
  }

  private static let lines =
    [
      "POST /sync/1/zones/iCloud.example/push", "POST /sync/1/zones/iCloud.example/pull",
      "GET /sync/1/zones/iCloud.example/changes?after=1-2-0", "GET /sync/1/account", "GET /sync",
      "POST /sync/1/devices", "POST /sync/1/pairings", "GET /sync/1/devices",
      "PUT /sync/1/zones/Z/assets/\(AccessWorld.assetName)",
      "GET /sync/1/zones/Z/assets/\(AccessWorld.assetName)",
    ]
    + ["records/modify", "records/query", "subscriptions/modify", "zones/modify", "changes/zone"]
    .map { "POST /database/1/iCloud.example/production/private/\($0)?ckWebAuthToken=TOKEN" }
}
