import Foundation
import Programs

/// A browser for tests: Chromium, and the driver that it is told by.
package enum Browser {
  /// A Boolean value that indicates whether a test may ask for a browser: one is installed, or Debian's
  /// packages, which include one, can be had.
  package static var canBeHad: Bool {
    program(["chromedriver"]) != nil || program(["apt-get"]) != nil
  }

  /// The browser is not there.
  package struct Missing: Error, CustomStringConvertible {
    package let description = """
      There is no Chromium, or no chromedriver, to run this test in. “make setup-tests” installs \
      Debian's packages chromium and chromium-driver.
      """
  }

  /// Runs a block with a browser, which ends with it, whatever happens.
  package static func run(_ body: (WebDriver) async throws -> Void) async throws {
    guard let driver = program(["chromedriver"]),
      let browser = program(["chromium", "chromium-browser", "google-chrome"])
    else { throw Missing() }
    let directory = FileManager.default.temporaryDirectory.appending(path: "Browser-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let (process, port) = try await DriverProcess.started(driver, directory)
    defer { process.stop() }
    let web = try await WebDriver(
      port: port, browser: browser, profile: directory.appending(path: "Profile"))
    do {
      try await body(web)
    } catch {
      try? await web.quit()
      throw error
    }
    try await web.quit()
  }

  private static func program(_ names: [String]) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let directories = path.split(separator: ":").map { URL(filePath: String($0)) }
    return names.lazy.flatMap { name in directories.map { $0.appending(path: name) } }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}

/// A running driver.
private final class DriverProcess {
  private let process = Process()
  private let log: URL

  /// Starts a driver, and returns it with the port that it listens on.
  ///
  /// The driver lets the system choose a port for IPv4, and then takes the same port for IPv6, which
  /// another program may have at that moment. The driver ends then, and the next one tries another port.
  static func started(_ program: URL, _ directory: URL) async throws -> (DriverProcess, port: Int) {
    var attempt = 1
    while true {
      let process = try DriverProcess(program, directory)
      do {
        return (process, try await process.port())
      } catch {
        process.stop()
        guard attempt < 5, "\(error)".contains("Address already in use") else { throw error }
        attempt += 1
      }
    }
  }

  private init(_ program: URL, _ directory: URL) throws {
    log = directory.appending(path: "driver.log")
    try Data().write(to: log)
    let output = try FileHandle(forWritingTo: log)
    process.executableURL = program
    process.arguments = ["--port=0"]
    // The files that the browser keeps outside of its profile are deleted with the test, too.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["HOME": directory.path, "TMPDIR": directory.path]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.start()
  }

  /// Waits for the port that the driver has chosen.
  private func port() async throws -> Int {
    for _ in 0..<600 where process.isRunning {
      let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
      if let match = text.firstMatch(of: /started successfully on port (\d+)/),
        let port = Int(match.1)
      {
        return port
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    throw WebDriver.Failure(description: "chromedriver did not start: \(text.prefix(1000))")
  }

  /// Ends the driver for certain, and the browser, should that still be there: both are in one process
  /// group. A process that is started by a thread that blocks signals blocks them, too, and can only be
  /// killed.
  func stop() {
    let number = process.processIdentifier
    if getpgid(number) == number { kill(-number, SIGKILL) }
    if process.isRunning { kill(number, SIGKILL) }
    process.waitUntilExit()
  }
}
