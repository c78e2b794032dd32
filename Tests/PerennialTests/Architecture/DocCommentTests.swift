import Testing

/// The shares of doc comments and of samples. `SampleCompilationTests` compiles the samples.
@Suite("Architecture: doc comments")
struct DocCommentTests {
  /// The files, which both tests read once.
  private static let all = Result { try DocumentedFile.all() }

  private let files: [DocumentedFile]

  init() throws { files = try Self.all.get() }

  @Test("20 % of the lines in files with public declarations are doc comments")
  func lines() {
    #expect(files.count > 250)
    expect(20, \.docLineCount, of: \.lineCount, "lines that are doc comments")
  }

  @Test("10 % of the public declarations with a doc comment have a sample in it")
  func samples() {
    expect(10, \.sampleCount, of: \.publicCount, "documented public declarations with a sample")
  }

  /// Records an issue if a share of all files is too low. The issue names the files that lack the most.
  ///
  /// - Parameters:
  ///   - percent: The least share, in percent.
  ///   - part: The counted part of a file.
  ///   - whole: The number of which it is a part.
  ///   - noun: The name of the part.
  private func expect(
    _ percent: Int, _ part: KeyPath<DocumentedFile, Int>, of whole: KeyPath<DocumentedFile, Int>,
    _ noun: String
  ) {
    let (found, all) = (sum(part), sum(whole))
    if found * 100 >= all * percent { return }
    let lacking = files.map { ($0, $0[keyPath: whole] * percent - $0[keyPath: part] * 100) }
      .sorted { $0.1 > $1.1 }.prefix(15)
      .map { "\n  \($0.0.path): \($0.0[keyPath: part]) of \($0.0[keyPath: whole])" }
    Issue.record(
      """
      There are \(found) \(noun), of \(all): less than \(percent) %. Say what callers need, and show a call at the \
      declarations that programs use first. These files lack the most:\(lacking.joined())
      """)
  }

  private func sum(_ number: KeyPath<DocumentedFile, Int>) -> Int {
    files.reduce(0) { $0 + $1[keyPath: number] }
  }
}
