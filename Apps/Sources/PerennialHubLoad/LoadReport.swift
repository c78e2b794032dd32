/// The numbers of a load.
package struct LoadReport: Sendable, Encodable {
  /// The times of the requests of a kind, in milliseconds.
  package struct Times: Sendable, Encodable {
    package let count: Int
    package let median: Double
    package let percentile99: Double

    package init(_ times: [Double]) {
      let sorted = times.sorted()
      count = sorted.count
      median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
      percentile99 = sorted.isEmpty ? 0 : sorted[min(sorted.count * 99 / 100, sorted.count - 1)]
    }
  }

  /// The number of devices.
  package let devices: Int
  /// The seed from which the devices' days follow.
  package let seed: UInt64
  /// The seconds from the first request to the last one.
  package let seconds: Double
  /// The number of records that were sent.
  package let sent: Int
  /// The number of records that were received.
  package let received: Int
  /// The pushes.
  package let pushes: Times
  /// The pulls that have returned records.
  package let pulls: Times
  /// The pulls of devices with nothing to do.
  package let checks: Times
  /// The number of requests that have failed.
  package let failures: Int
  /// The cause of the first failure.
  package let firstFailure: String?
  /// The processor time that the hub has used meanwhile, in seconds; nil if the hub does not tell.
  package let hubProcessorSeconds: Double?
}
