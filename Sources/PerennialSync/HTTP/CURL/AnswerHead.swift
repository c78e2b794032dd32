#if os(Linux)
/// The header of an answer while its lines arrive.
struct AnswerHead {
  private(set) var status = 0
  /// The fields by their names in lower case. Of two with one name the first counts.
  private(set) var fields: [String: String] = [:]
  /// `true` if the last line of the header has arrived.
  private(set) var isComplete = false

  /// Takes a line with its end. Returns `true` if it is the last one.
  ///
  /// Headers of interim answers (100 to 199) come before that of the answer, and fields after the body follow it. Both
  /// are left out.
  mutating func take(line: String) -> Bool {
    if isComplete { return false }
    let line = line.trimmingSuffix { $0 == "\r\n" || $0 == "\n" || $0 == "\r" }
    if line.hasPrefix("HTTP/") {
      let words = line.split(separator: " ", maxSplits: 2)
      (status, fields) = (words.count > 1 ? Int(words[1]) ?? 0 : 0, [:])
    } else if line.isEmpty {
      isComplete = status >= 200
    } else if let colon = line.firstIndex(of: ":") {
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      if fields[name] == nil {
        fields[name] = String(value.trimmingSuffix { $0 == " " || $0 == "\t" })
      }
    }
    return isComplete
  }
}

extension BidirectionalCollection {
  fileprivate func trimmingSuffix(while isTrimmed: (Element) -> Bool) -> SubSequence {
    self[..<(lastIndex { !isTrimmed($0) }.map { index(after: $0) } ?? startIndex)]
  }
}
#endif
