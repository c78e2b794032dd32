import PerennialRecords
import PerennialSQLite

/// The SQL function with which a statement that updates rows stamps the presets among them:
/// `perennial_stamp(_preset, stamp, name, old, new, name, old, new, …)` returns the new ``PresetMetadata``. The
/// stamp is a text: its time and its device with a comma between them.
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
    var stamp: Stamp?
    var number = 2
    while number + 2 < arguments.count {
      defer { number += 3 }
      if arguments.areSame(number + 1, number + 2) { continue }
      guard let name = arguments.text(number)?.string else { continue }
      if text == nil {
        text = arguments.text(0).flatMap { PresetMetadataEncoder($0.bytes) }
        stamp = arguments.text(1).flatMap { Stamp(jsonElements: $0.string) }
      }
      guard let stamp, text != nil else { break }
      text?.append(name, time: stamp.time.rawValue, device: stamp.device.rawValue) {
        PresetMetadataEncoder.json(arguments.value(number + 1))
      }
    }
    if let text { text.withBytes { context.set(utf8: $0) } } else { context.set(arguments, 0) }
  }
}

extension Stamp {
  /// The time and the device, as the first two elements of a JSON list.
  var jsonElements: String { "\(time.rawValue),\(device.rawValue)" }

  init?(jsonElements text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let time = Int64(parts[0]).flatMap(HybridTime.init(rawValue:)),
      let device = Int64(parts[1]).flatMap(DeviceIdentifier.init(rawValue:))
    else { return nil }
    self.init(time: time, device: device)
  }
}
