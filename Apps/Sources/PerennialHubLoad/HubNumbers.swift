import Foundation

/// The numbers that a hub tells programs on its machine.
package enum HubNumbers {
  /// Returns the processor time that a hub has used, in seconds; nil if it does not tell.
  package static func processorSeconds(at address: String, port: Int) -> Double? {
    guard let socket = try? HTTPSocket(to: address, port: port) else { return nil }
    defer { socket.close() }
    let request = "GET /metrics HTTP/1.1\r\nHost: \(address):\(port)\r\n\r\n"
    guard let answer = try? socket.exchange(Data(request.utf8)), answer.status == 200 else {
      return nil
    }
    let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("process_cpu_seconds_total ") }
    return line?.split(separator: " ").last.flatMap { Double($0) }
  }
}
