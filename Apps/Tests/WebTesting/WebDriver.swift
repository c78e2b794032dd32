package import Foundation

/// Drives a browser by the W3C WebDriver protocol: JSON over HTTP, on the loopback interface.
package struct WebDriver: Sendable {
  /// The error that the driver answers with when it cannot do something.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  let port: Int
  let session: String

  /// Opens a window of a browser without a screen.
  ///
  /// - Parameters:
  ///   - port: That of the driver.
  ///   - browser: The browser's program.
  ///   - profile: A directory for what the browser keeps.
  init(port: Int, browser: URL, profile: URL) async throws {
    var arguments = [
      "--headless=new", "--user-data-dir=\(profile.path)", "--window-size=1200,900",
      "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", "--disable-sync",
      "--disable-background-networking", "--disable-component-update", "--disable-extensions",
      "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
      "--disable-backgrounding-occluded-windows", "--force-prefers-reduced-motion",
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    ]
    // As root, Chromium does not start in its sandbox.
    if geteuid() == 0 { arguments.append("--no-sandbox") }
    let options: [String: Any] = ["binary": browser.path, "args": arguments]
    let wanted: [String: Any] = [
      "browserName": "chrome", "goog:chromeOptions": options,
      "goog:loggingPrefs": ["browser": "ALL"],
      "timeouts": ["pageLoad": 30_000, "script": 30_000],
    ]
    let answer = try await Self.send(
      port, "POST", "session", ["capabilities": ["alwaysMatch": wanted]])
    guard let session = (answer as? [String: Any])?["sessionId"] as? String else {
      throw Failure(description: "the driver gave no session: \(answer)")
    }
    self.port = port
    self.session = session
  }

  /// Ends the browser.
  package func quit() async throws { try await command("DELETE", "") }

  // MARK: Pages

  package func open(_ address: String) async throws {
    try await command("POST", "/url", ["url": address])
  }

  /// Opens another tab, and goes there.
  package func openTab() async throws -> String {
    let answer = try await command("POST", "/window/new", ["type": "tab"])
    guard let tab = (answer as? [String: Any])?["handle"] as? String else {
      throw Failure(description: "no new tab: \(answer)")
    }
    try await goTo(tab)
    return tab
  }

  /// The tab in front.
  package func tab() async throws -> String { "\(try await command("GET", "/window"))" }

  package func goTo(_ tab: String) async throws {
    try await command("POST", "/window", ["handle": tab])
  }

  /// Runs a script on the page and returns its result.
  @discardableResult
  package func run(_ script: String, _ arguments: [String] = []) async throws -> String {
    let answer = try await command(
      "POST", "/execute/sync", ["script": script, "args": arguments])
    return answer is NSNull ? "" : "\(answer)"
  }

  /// Shows pages as on a screen of another size.
  package func resize(width: Int, height: Int) async throws {
    let size: [String: Any] = [
      "width": width, "height": height, "deviceScaleFactor": 1, "mobile": true,
    ]
    try await command(
      "POST", "/goog/cdp/execute",
      ["cmd": "Emulation.setDeviceMetricsOverride", "params": size])
  }

  /// Shows pages in the colours for a light or a dark surrounding.
  package func prefer(dark: Bool) async throws {
    let feature = ["name": "prefers-color-scheme", "value": dark ? "dark" : "light"]
    try await command(
      "POST", "/goog/cdp/execute",
      ["cmd": "Emulation.setEmulatedMedia", "params": ["features": [feature]]])
  }

  /// Returns the errors and warnings that the browser has logged since the last call.
  package func consoleProblems() async throws -> [String] {
    let answer = try await command("POST", "/se/log", ["type": "browser"])
    return (answer as? [[String: Any]] ?? []).compactMap { entry in
      guard let level = entry["level"] as? String, ["SEVERE", "WARNING"].contains(level) else {
        return nil
      }
      return "\(level): \(entry["message"] ?? "")"
    }
  }

  /// Returns a picture of the window, as PNG.
  package func picture() async throws -> Data {
    let answer = try await command("GET", "/screenshot")
    guard let text = answer as? String, let data = Data(base64Encoded: text) else {
      throw Failure(description: "no picture: \(answer)")
    }
    return data
  }

  /// The text of an element on one line, from left to right as it is seen.
  package func visualOrder(of selector: String) async throws -> String {
    try await wait(for: selector)
    let script = """
      const walker = document.createTreeWalker(
        document.querySelector(arguments[0]), NodeFilter.SHOW_TEXT);
      const seen = [];
      while (walker.nextNode()) {
        for (let i = 0; i < walker.currentNode.length; i++) {
          const range = document.createRange();
          range.setStart(walker.currentNode, i);
          range.setEnd(walker.currentNode, i + 1);
          const box = range.getBoundingClientRect();
          const character = range.toString();
          if (box.width > 0 && !/[\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]/.test(character)) {
            seen.push([box.left, character]);
          }
        }
      }
      return seen.sort((a, b) => a[0] - b[0]).map((pair) => pair[1]).join("");
      """
    return try await run(script, [selector])
  }

  // MARK: Elements

  /// Clicks as a person does: the element must be there, be seen, and not be covered.
  package func click(_ selector: String) async throws {
    try await command("POST", "/element/\(try await find(selector))/click", [:])
  }

  /// Types a text in place of what is in a field.
  package func type(_ text: String, into selector: String) async throws {
    let element = try await find(selector)
    try await command("POST", "/element/\(element)/clear", [:])
    try await command("POST", "/element/\(element)/value", ["text": text])
  }

  /// Waits until an element is there and contains a text.
  package func wait(for selector: String, containing text: String = "") async throws {
    try await wait("“\(selector)” with “\(text)”") {
      let script = """
        return [...document.querySelectorAll(arguments[0])]\
        .some((e) => e.textContent.includes(arguments[1])) ? "1" : ""
        """
      return try await run(script, [selector, text]) == "1"
    }
  }

  /// Waits until an element has gone.
  package func waitForEnd(of selector: String) async throws {
    try await wait("the end of “\(selector)”") {
      try await run("return document.querySelector(arguments[0]) ? '' : '1'", [selector]) == "1"
    }
  }

  private func wait(_ what: String, _ isSo: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      if try await isSo() { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    let page = try await run("return location.href + '\\n' + document.body.innerText")
    throw Failure(description: "waited in vain for \(what) on \(page.prefix(1500))")
  }

  private func find(_ selector: String) async throws -> String {
    try await wait(for: selector)
    let answer = try await command(
      "POST", "/element", ["using": "css selector", "value": selector])
    guard let element = (answer as? [String: Any])?.values.first as? String else {
      throw Failure(description: "no element “\(selector)”: \(answer)")
    }
    return element
  }

  // MARK: The protocol

  @discardableResult
  private func command(
    _ method: String, _ path: String, _ body: [String: Any]? = nil
  ) async throws -> Any {
    try await Self.send(port, method, "session/\(session)\(path)", body)
  }

  private static func send(
    _ port: Int, _ method: String, _ path: String, _ body: [String: Any]? = nil
  ) async throws -> Any {
    let content = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
    let data = try await LoopbackRequest(
      port: port, method: method, path: "/\(path)", body: content
    ).answer()
    let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    guard let value = answer?["value"] else { return NSNull() }
    if let value = value as? [String: Any], let error = value["error"] as? String {
      throw Failure(description: "\(path): \(error): \(value["message"] ?? "")")
    }
    return value
  }
}
