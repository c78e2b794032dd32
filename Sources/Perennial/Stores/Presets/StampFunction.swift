import PerennialSQLite

/// The SQL function with which a statement that updates rows stamps the presets among them:
/// `perennial_stamp(_preset, time, name, old, new, name, old, new, …)` returns the new ``PresetMetadata``.
/// Unchanged fields are not stamped. NULL stays NULL, because such a row isn't a preset.
enum StampFunction {
  static let name = "perennial_stamp"

  static func install(on connection: OpaquePointer) {
    SQLFunctions.add(named: name, -1, on: connection) { context, arguments in
      stamp(context, arguments)
    }
  }

  private static func stamp(_ context: SQLFunctionContext, _ arguments: SQLFunctionArguments) {
    var text: PresetMetadataEncoder?
    var number = 2
    while number + 2 < arguments.count {
      defer { number += 3 }
      if arguments.areSame(number + 1, number + 2) { continue }
      guard let name = arguments.text(number)?.string else { continue }
      if text == nil {
        text = arguments.text(0).flatMap { PresetMetadataEncoder($0.bytes) }
        if text == nil { break }
      }
      text?.append(name, time: arguments.int64(1)) {
        PresetMetadataEncoder.json(arguments.value(number + 1))
      }
    }
    if let text { text.withBytes { context.set(utf8: $0) } } else { context.set(arguments, 0) }
  }
}
