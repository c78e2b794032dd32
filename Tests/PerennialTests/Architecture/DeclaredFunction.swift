/// A function or an initializer of a source file, as far as its text tells.
struct DeclaredFunction {
  /// The number of the line with its name.
  let line: Int
  /// The name; `init` for an initializer.
  let name: String
  /// The number of parameters that calls name without a label.
  let unlabelledCount: Int

  /// Returns the functions in the text of a file. A closure, a function type and a call are none.
  static func all(in text: String) -> [DeclaredFunction] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      guard lines[index].contains("func ") || lines[index].contains("init"),
        let match = lines[index].prefixMatch(
          of: /\s*(?:@\w+(?:\([^)]*\))? |[a-z]+(?:\(set\))? )*(?:func (\S+?)|(init)[?!]?)(?=[(<])/)
      else { return nil }
      let rest = [lines[index][match.range.upperBound...]] + lines[(index + 1)...].prefix(40)
      return DeclaredFunction(
        line: index + 1, name: String(match.1 ?? match.2 ?? ""),
        unlabelledCount: unlabelledCount(in: rest))
    }
  }

  /// Returns the number of parameters without a label in the first parentheses of a text, after its generic parameters.
  private static func unlabelledCount(in lines: [Substring]) -> Int {
    var (depth, brackets, count, isAtStart) = (0, 0, 0, false)
    for line in lines {
      for (character, next) in zip(line, line.dropFirst() + "\n") {
        switch character {
        case "<" where depth == 0: brackets += 1
        case ">" where depth == 0: brackets -= 1
        case "(" where depth > 0 || brackets == 0: depth += 1
        case ")" where depth > 0: depth -= 1
        default: break
        }
        if character == ")", depth == 0, brackets == 0 { return count }
        if isAtStart, character == "_", next == " " { count += 1 }
        let begins = depth == 1 && (character == "(" || character == ",")
        isAtStart = begins || isAtStart && character == " "
      }
    }
    return count
  }
}
