import Foundation
import Programs

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A program that a test runs, and that ends with the process of the test.
final class OwnedProcess {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The number of the program's process.
  let identifier: pid_t
  private let shell = Process()
  /// The input of the shell that runs the program. The program ends when it is closed.
  private let control = Pipe.isolated()

  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - log: The file of what it prints.
  init(_ words: [String], log: URL, environment: [String: String] = [:]) throws {
    let script = """
      log=$1; shift
      "$@" >>"$log" 2>&1 </dev/null &
      program=$!
      echo $program
      # The end of the input is the end of the test.
      cat >/dev/null
      kill -QUIT $program 2>/dev/null
      wait $program
      """
    let output = Pipe.isolated()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", script, "sh", log.path] + words
    shell.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    shell.standardInput = control
    shell.standardOutput = output
    shell.standardError = FileHandle.nullDevice
    try shell.start()
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let number = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure(description: "\(words[0]) has not started.")
    }
    identifier = number
  }

  /// Ends the program and the processes that it has started without a warning, as the end of its machine would.
  func kill() {
    let children = Self.children(of: identifier)
    for process in [identifier] + children { _ = Self.send(SIGKILL, to: process) }
    wait()
  }

  /// Asks the program to end.
  func interrupt() {
    _ = Self.send(SIGINT, to: identifier)
    wait()
  }

  private func wait() {
    try? control.fileHandleForWriting.close()
    shell.waitUntilExit()
  }

  private static func send(_ signal: Int32, to process: pid_t) -> Int32 {
    #if canImport(Glibc)
    Glibc.kill(process, signal)
    #elseif canImport(Musl)
    Musl.kill(process, signal)
    #elseif canImport(Darwin)
    Darwin.kill(process, signal)
    #endif
  }

  private static func children(of process: pid_t) -> [pid_t] {
    let list = "/proc/\(process)/task/\(process)/children"
    let text = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { pid_t($0) }
  }

  /// Runs a program to its end, and returns what it prints.
  ///
  /// - Throws: ``Failure`` with the output of a program that fails.
  @discardableResult
  static func run(_ words: [String]) throws -> String {
    let (process, output) = (Process(), Pipe.isolated())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.start()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(words.joined(separator: " ")): \(text)")
    }
    return text
  }

  /// Returns ports of the loopback interface that no program uses. Systems give the ports of this range to no connection.
  static func freePorts(_ count: Int) throws -> [Int] {
    var ports: [Int] = []
    for _ in 0..<200 where ports.count < count {
      let port = Int.random(in: 20_000..<32_000)
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(socket) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let isFree = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      if isFree, !ports.contains(port) { ports.append(port) }
    }
    guard ports.count == count else { throw Failure(description: "There are no free ports.") }
    return ports
  }
}
