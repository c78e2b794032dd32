import AppleStoreTesting
import ArgumentParser
import Foundation
import Testing

@testable import PerennialCLI

/// The command lines of the documentation, as a reader would type them.
@Suite("Commands of the documentation")
struct DocumentedCommandTests {
  @Test("Each command line is understood", arguments: DocumentedCommand.all)
  func understood(_ command: DocumentedCommand) {
    // A text can name a command without saying how it is used.
    if command.isName { return #expect(Self.exists(command.arguments)) }
    do {
      _ = try PerennialCommand.parseAsRoot(command.arguments)
    } catch {
      // Some options only print.
      let isComplete = PerennialCommand.exitCode(for: error) == .success
      #expect(isComplete, "\(PerennialCommand.fullMessage(for: error))")
    }
  }

  private static func exists(_ names: [String]) -> Bool {
    var commands = PerennialCommand.configuration.subcommands
    for name in names {
      guard let command = commands.first(where: { $0.configuration.commandName == name }) else {
        return false
      }
      commands = command.configuration.subcommands
    }
    return true
  }

  @Test("No command line is left out")
  func count() {
    print("\(DocumentedCommand.all.count) command lines of the documentation")
    #expect(DocumentedCommand.all.count >= 50)
  }

  /// The commands that run until they are ended, for minutes, or on a running hub. Other tests run them.
  private static let lasting = [
    ["hub", "serve"], ["hub", "load"], ["studio"],
  ]

  /// The blocks of lines that follow one another.
  private static let blocks: [[DocumentedCommand]] = {
    let lines = DocumentedCommand.all.filter { $0.block != nil }
    return Dictionary(grouping: lines) { "\($0.page) \($0.block ?? 0)" }
      .sorted { $0.key < $1.key }.map(\.value)
  }()

  @Test("The lines of a block run one after the other", arguments: blocks)
  func replayed(_ block: [DocumentedCommand]) throws {
    let folder = try ScratchFolder()
    try SmallBook.make(at: folder.file("book.store"))
    try SampleFile.write(to: folder.file("library.sqlite"))
    for command in block where !Self.lasting.contains(where: command.arguments.starts(with:)) {
      // The server is not there. The tests of hubs have one.
      if command.arguments.contains(where: { $0.hasPrefix("postgresql://") }) { continue }
      // The hub of the pages before this one.
      if command.arguments.first == "hub", command.arguments != ["hub", "account", "add", "ann"] {
        _ = try Tool.run("hub", "account", "add", "ben", in: folder.url)
      }
      let arguments = command.arguments.map { word in
        word.hasPrefix("/")
          ? folder.file(String(word.dropFirst()).replacing("/", with: "-")).path : word
      }
      let result = try Tool.run(arguments: arguments, in: folder.url)
      #expect(Self.expected(of: command).contains(result.status), "\(command): \(result.errors)")
    }
  }

  /// The statuses with which a command line may end in a folder that has only a book.
  private static func expected(of command: DocumentedCommand) -> Set<Int32> {
    switch command.arguments.prefix(2) {
    // The device, the backup and the catalogs do not exist, which is another error than a wrong command line.
    case ["hub", "role"], ["hub", "revoke"], ["hub", "restore"], ["presets", "merge"]: [65, 66, 74]
    // It asks for a confirmation, and the input of tests is no terminal.
    case ["hub", "account"] where command.arguments.contains("remove"): [2]
    // Neither the public key nor the revoked key is there.
    case ["hub", "web-key"] where !command.arguments[2..<3].elementsEqual(["list"]): [0, 66]
    default: [0]
    }
  }
}
