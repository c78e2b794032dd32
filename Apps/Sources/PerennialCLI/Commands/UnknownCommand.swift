import ArgumentParser

/// A word in the place of a command that does not exist.
struct UnknownCommand: CustomStringConvertible {
  let word: String
  /// The words of the command that has no such subcommand, as `perennial hub`.
  private let parent: String
  /// The names of its subcommands, in the order of the help.
  private let names: [String]

  /// Finds the first such word of a command line; nil if there is none.
  init?(in arguments: some Sequence<String>, of root: any ParsableCommand.Type) {
    var path = [root.configuration.commandName ?? "perennial"]
    var commands = root.configuration.subcommands
    // `help` takes the words of a command.
    for word in arguments.drop(while: { $0 == "help" }) {
      if commands.isEmpty || word.hasPrefix("-") { return nil }
      guard let command = commands.first(where: { $0.configuration.commandName == word }) else {
        self.word = word
        parent = path.joined(separator: " ")
        names = commands.compactMap { $0.configuration.commandName }
        return
      }
      path.append(word)
      commands = command.configuration.subcommands
    }
    return nil
  }

  var description: String {
    let advice =
      nearest.map { "Did you mean “\($0)”?" }
      ?? "The commands are \(names.joined(separator: ", "))."
    return "“\(word)” is not a command of \(parent). \(advice)"
  }

  /// The subcommand with the least distance from the word; nil if all are too different to be meant.
  private var nearest: String? {
    let word = word.lowercased()
    if word.count > 1, let name = names.first(where: { $0.hasPrefix(word) }) { return name }
    let limit = min(3, (word.count + 2) / 3)
    return names.map { (name: $0, distance: Self.distance($0, word)) }
      .filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
  }

  /// Returns the number of letters to insert, delete, replace or exchange with their neighbour to change one word into
  /// another one (Damerau and Levenshtein).
  private static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var rows = [Array(0...second.count)]
    for (i, letter) in first.enumerated() {
      var row = [i + 1]
      for (j, other) in second.enumerated() {
        var least = min(rows[i][j] + (letter == other ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[first.count][second.count]
  }
}
