import ArgumentParser
import PerennialPresets

/// The rules that find duplicates, and the keys whose duplicates are confirmed.
struct RuleArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The property with the ID of the preset that an object duplicates: Tag=presetID; for parts \
      Ingredient=recipe.presetID/name.
      """, valueName: "entity=property"))
  var id: [Assignment] = []

  @Option(
    help: ArgumentHelp(
      """
      The property that identifies objects of users: List=code. Objects with the same value are listed, and \
      merged if --confirm names the value.
      """, valueName: "entity=property"))
  var key: [Assignment] = []

  @Option(
    help: ArgumentHelp(
      "A value of --key whose objects are duplicates: List=groceries.", valueName: "entity=key"))
  var confirm: [Assignment] = []

  func validate() throws {
    if id.isEmpty, key.isEmpty {
      throw ValidationError(
        "--id or --key is required: the property that identifies an object, such as --id Tag=presetID."
      )
    }
    for confirmed in confirm where !key.contains(where: { $0.entity == confirmed.entity }) {
      throw ValidationError(
        """
        --confirm \(confirmed) needs --key \(confirmed.entity)=…, the property of \(confirmed.entity) with \
        this value.
        """)
    }
  }

  var rules: [DuplicateRule] {
    id.map { .presets(of: $0.entity, by: $0.value) }
      + key.map { key in
        let confirmed = confirm.filter { $0.entity == key.entity }.map(\.value)
        return .keys(of: key.entity, by: key.value, confirmed: Set(confirmed))
      }
  }
}

/// Something that is said of an entity, behind an equals sign.
struct Assignment: ExpressibleByArgument, CustomStringConvertible {
  let entity: String
  let value: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, !argument.hasPrefix("=") else { return nil }
    (entity, value) = (parts[0], parts[1])
  }

  var description: String { "\(entity)=\(value)" }
}
