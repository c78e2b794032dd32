import Foundation

/// A status line on standard error. If that isn't a terminal, nothing is written.
enum Progress {
  static func show(_ text: String) {
    write("\r\u{1B}[K" + text)
  }

  static func clear() {
    write("\r\u{1B}[K")
  }

  private static func write(_ text: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    FileHandle.standardError.write(Data(text.utf8))
  }
}
