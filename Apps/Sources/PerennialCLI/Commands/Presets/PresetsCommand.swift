import ArgumentParser

struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "Look at the presets of a store, and bring them to what catalogs say.",
    discussion: """
      Presets are content that a program comes with, that people edit, and that new versions of the program \
      improve. A catalog says what they are, in a file of JSON, whose form \
      presets schema writes down for editors. \
      The program that the store belongs to is not needed.
      """,
    subcommands: [
      PresetsStatusCommand.self, PresetsDiffCommand.self, PresetsApplyCommand.self,
      PresetsResetCommand.self, PresetsRestoreCommand.self, PresetsMergeCommand.self,
      PresetsSchemaCommand.self,
    ]
  )
}
