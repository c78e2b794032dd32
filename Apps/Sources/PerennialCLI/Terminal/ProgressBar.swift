/// How far a command is, on standard error, if that is a terminal.
final class ProgressBar {
  private let title: String
  private let isShown: Bool
  private var isDrawn = false
  private var next = ContinuousClock.now

  init(_ title: String, isShown: Bool = Console.drawsForPeople) {
    self.title = title
    self.isShown = isShown
  }

  /// Draws the bar, ten times in a second at most.
  func update(_ done: Int, _ total: Int?) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    isDrawn = true
    Console.draw("\r\u{1B}[K\(Self.line(title, done, total))")
  }

  /// Removes the bar.
  func end() {
    if isDrawn { Console.draw("\r\u{1B}[K") }
  }

  static func line(_ title: String, _ done: Int, _ total: Int?) -> String {
    guard let total, total > 0 else { return "\(title)  \(done.grouped)" }
    let width = 30
    let filled = min(width, done * width / total)
    let bar =
      String(repeating: "#", count: filled) + String(repeating: "·", count: width - filled)
    return
      "\(title)  [\(bar)] \(min(100, done * 100 / total)) %  \(done.grouped) of \(total.grouped)"
  }
}
