import PerennialRecords
import PerennialSQLite

/// The SQL function with which a statement that updates rows stamps the presets among them:
/// `perennial_stamp(_preset, time, device, name, old, new, name, old, new, …)` returns the new
/// ``PresetMetadata``. Unchanged fields are not stamped. NULL stays NULL, because such a row isn't a preset.
enum StampFunction {
  private static let name = "perennial_stamp"

  static func install(on connection: OpaquePointer) {
    SQLFunctions.add(named: name, -1, on: connection) { context, arguments in
      stamp(context, arguments)
    }
  }

  /// Returns the SQL of a call.
  ///
  /// - Parameters:
  ///   - parameter: The number of the parameter with the stamp's time. The device is the next parameter;
  ///     see `Binder.bind(_:)` for stamps.
  ///   - fields: The name, the old value and the new value of each field.
  static func call(_ parameter: Int, _ fields: [String]) -> String {
    let fields = fields.joined(separator: ", ")
    return "\(name)(\(SQLName.preset), ?\(parameter), ?\(parameter + 1), \(fields))"
  }

  private static func stamp(_ context: SQLFunctionContext, _ arguments: SQLFunctionArguments) {
    var text: PresetMetadataEncoder?
    for number in stride(from: 3, to: arguments.count - 2, by: 3) {
      if arguments.areSame(number + 1, number + 2) { continue }
      guard let name = arguments.text(number)?.string else { continue }
      if text == nil { text = arguments.text(0).flatMap { PresetMetadataEncoder($0.bytes) } }
      guard text != nil else { break }
      text?.append(name, time: arguments.int64(1), device: arguments.int64(2)) {
        PresetMetadataEncoder.json(arguments.value(number + 1))
      }
    }
    if let text { text.withBytes { context.set(utf8: $0) } } else { context.set(arguments, 0) }
  }
}

extension _Storage.Binder {
  /// Binds the time and the device of a stamp.
  mutating func bind(_ stamp: Stamp) {
    bind(stamp.time.rawValue)
    bind(stamp.device.rawValue)
  }
}
