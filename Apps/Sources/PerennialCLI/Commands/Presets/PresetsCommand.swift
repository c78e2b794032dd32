import ArgumentParser

struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "Show, update, restore and reset the presets of a store.",
    discussion: """
      Presets are content that a program ships with, that its users edit, and that new versions of the program \
      improve. A catalog defines the presets in a JSON file, whose form \
      presets schema describes for editors. \
      The program of the store is not needed.
      """,
    subcommands: [
      PresetsStatusCommand.self, PresetsDiffCommand.self, PresetsApplyCommand.self,
      PresetsResetCommand.self, PresetsRestoreCommand.self, PresetsMergeCommand.self,
      PresetsSchemaCommand.self,
    ]
  )
}
