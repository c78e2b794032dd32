import Foundation
import Testing

/// The generator of the manual builds all programs of the package. So the manual is in the repository, and compared with
/// what `perennial` says of itself.
@Suite("The manual page")
struct ManualTests {
  /// A command, as `--experimental-dump-help` has it.
  private struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let arguments: [Argument]?
    let subcommands: [Command]?

    /// The arguments and commands below this one, in the order of the manual.
    var items: [Item] {
      (arguments ?? []).filter(\.shouldDisplay).map(\.item)
        + (subcommands ?? []).flatMap { command in
          [Item(names: [command.commandName], text: command.abstract)] + command.items
        }
    }
  }

  private struct Argument: Decodable {
    struct Name: Decodable {
      let name: String
    }

    let shouldDisplay: Bool
    let abstract: String?
    let names: [Name]?
    let valueName: String?

    var item: Item {
      Item(names: names.map { $0.map(\.name) } ?? [valueName ?? ""], text: abstract)
    }
  }

  private struct Help: Decodable {
    let command: Command
  }

  /// An entry of a list, with the names in its heading.
  private struct Item {
    let names: [String]
    let text: String?
  }

  @Test("It has each command and each option, with its text; else `make man` updates it")
  func items() throws {
    let folder = try ScratchFolder()
    let result = try Tool.run("--experimental-dump-help", in: folder.url)
    let help = try JSONDecoder().decode(Help.self, from: Data(result.output.utf8))
    let page = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../perennial.1")
    let lines = try String(contentsOf: page.standardized, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let entries = lines.indices.filter { lines[$0].hasPrefix(".It ") }
    #expect(entries.count == help.command.items.count && entries.count > 300)
    for (entry, item) in zip(entries, help.command.items) {
      for name in item.names {
        #expect(lines[entry].contains(name), "line \(entry + 1)")
      }
      let next = lines[entry + 1]
      let text = next.hasPrefix(".") ? nil : String(next.replacing(#"\e"#, with: #"\"#))
      #expect(text == item.text, "line \(entry + 2)")
    }
  }
}
