import PerennialJSON

extension JSONReader {
  var line: Int { position.line }

  /// Returns an error for the contents of the document: for the next byte, or for a line as a whole.
  func documentError(
    _ reason: String, line: Int? = nil, place: String? = nil
  ) -> DocumentError {
    DocumentError(
      file: name, line: line ?? position.line, column: line == nil ? position.column : nil,
      place: place, reason: reason)
  }

  /// Runs an operation, and reports an issue as the error of a line and a place.
  func locating<Result>(
    _ line: Int? = nil, in place: @autoclosure () -> String? = nil, _ operation: () throws -> Result
  ) throws -> Result {
    do {
      return try operation()
    } catch let issue as ImportIssue {
      throw documentError(issue.reason, line: line, place: place())
    }
  }
}
