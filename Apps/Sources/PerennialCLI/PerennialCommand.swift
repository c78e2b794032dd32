import ArgumentParser
import Logging
import Perennial

/// The command line of Perennial: stores by themselves, without the program that they belong to.
@main
struct PerennialCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "perennial",
    abstract: "Look at Perennial stores, verify and back them up, and move what is in them.",
    discussion: """
      A store is a file of SQLite that says itself what is in it, so the program that it belongs to is \
      not needed. Looking at a store is safe while that program runs.

      EXIT STATUS
        0   done
        1   a verification, or presets diff, has found something
        2   it was not confirmed, and not done
        64  the command line is wrong
        65  a document or a store is damaged, is none, or has another schema
        66  a file, an entity or an object that was asked for is not there
        70  something else went wrong
        73  what is to be made is there already, or has objects
        74  a file cannot be read or written

      SHELL COMPLETIONS
        perennial --generate-completion-script bash|zsh|fish
      """,
    version: PerennialVersion.current,
    subcommands: [
      InspectCommand.self, VerifyCommand.self, BackupCommand.self, RestoreCommand.self,
      ResetCommand.self, PresetsCommand.self, ExportCommand.self, ImportCommand.self,
    ]
  )

  static func main() {
    // Only warnings are logged: the commands report the library's notes themselves.
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = .warning
      return handler
    }
    main(nil)
  }
}
