import ArgumentParser
import Foundation
import PerennialHubLoad

/// The options of commands that measure the process of a hub.
struct MeasuredHub: ParsableArguments {
  @Option(help: "The port of the hub.")
  var port = 8500

  @Option(help: "The file of the hub, to which an account is added.")
  var file: String?

  @Option(help: "A pairing code in place of a file: of a hub on PostgreSQL.")
  var pairing: String?

  @Option(help: "The hub's process, whose memory and processor time are read from /proc.")
  var process: Int

  func validate() throws {
    guard file != nil || pairing != nil else { throw ValidationError("Give --file or --pairing.") }
  }

  /// Signs a device in.
  func client() async throws -> LoadClient {
    let code = if let file { try await code(ofHubAt: file) } else { pairing ?? "" }
    return try LoadClient(port: port, code: code)
  }
}

/// Returns the median, the 99th percentile and the greatest of some times, in milliseconds.
func summary(of durations: [Duration]) -> String {
  let values = durations.map { $0 / .milliseconds(1) }
  let times = LoadReport.Times(values)
  return String(
    format: "p50 %.2f ms, p99 %.2f ms, at most %.2f ms (%d times)", times.median,
    times.percentile99, values.max() ?? 0, times.count)
}
