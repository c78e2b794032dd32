import ArgumentParser
import Logging
import Perennial

/// The command line of Perennial: stores by themselves, without the program that they belong to.
@main
struct PerennialCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "perennial",
    abstract: "Inspect, verify, back up, export, import and sync Perennial stores.",
    discussion: """
      A store is a SQLite file that describes its own contents, so its program is not needed. Inspecting \
      a store is safe while that program runs.

      EXIT STATUS
        0   done
        1   a problem, a dangling link, a difference or a failure was found
        2   the command was not confirmed; nothing was done
        64  the command line is wrong
        65  a document or a store is damaged, invalid, or has another schema
        66  a requested file, entity or object does not exist
        70  another error
        73  the target exists already, or has objects
        74  a file cannot be read or written

      SHELL COMPLETIONS
        perennial --generate-completion-script bash|zsh|fish
      """,
    version: PerennialVersion.current,
    subcommands: [
      InspectCommand.self, StudioCommand.self, VerifyCommand.self, RepairCommand.self,
      AdoptCommand.self, BackupCommand.self, RestoreCommand.self,
      ResetCommand.self, PresetsCommand.self, ExportCommand.self, ImportCommand.self,
      ModelCommand.self,
      HubCommand.self,
    ]
  )

  static func main() async {
    // Only warnings are logged: the commands report the library's notes themselves.
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = .warning
      return handler
    }
    if let unknown = UnknownCommand(in: CommandLine.arguments.dropFirst(), of: self) {
      exit(withError: ValidationError(unknown.description))
    }
    await main(nil)
  }
}
