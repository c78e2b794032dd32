import Perennial
import PerennialPresets
import PerennialRecords

/// The operations that the oracle has to know: all that ever count, in no order.
enum Operation {
  case offer(version: Int)
  /// With what the catalog said of the field where it was written.
  case write(RecordName, field: String, Content, base: Content?, Stamp)
  case link(RecordName, RecordName, Stamp)
  /// With the additions that the device knew of, under each name of the target.
  case unlink(RecordName, RecordName, Stamp, seen: [RecordName: Set<Stamp>])
  case life(RecordName, isDeleted: Bool, Stamp)
  case resetField(RecordName, String, Stamp)
  case resetRecord(RecordName, Stamp)
  case resetEntity(String, Stamp)
  case resetAll(Stamp)
  /// A row of the old app was seen.
  case see(RecordName, LegacyRow)
}

extension Operation: CustomStringConvertible {
  var description: String {
    switch self {
    case .offer(let version): "offers version \(version)"
    case .write(let name, let field, let value, _, let stamp):
      "\(name.rawValue).\(field) = \(value), \(stamp)"
    case .link(let name, let target, let stamp):
      "\(name.rawValue) is linked to \(target.rawValue), \(stamp)"
    case .unlink(let name, let target, let stamp, let seen):
      "\(name.rawValue) is unlinked from \(target.rawValue), \(stamp), seen \(seen)"
    case .life(let name, let isDeleted, let stamp):
      "\(name.rawValue) is \(isDeleted ? "deleted" : "restored"), \(stamp)"
    case .resetField(let name, let field, let stamp):
      "\(name.rawValue).\(field) is reset, \(stamp)"
    case .resetRecord(let name, let stamp): "\(name.rawValue) is reset, \(stamp)"
    case .resetEntity(let entity, let stamp): "all of \(entity) is reset, \(stamp)"
    case .resetAll(let stamp): "everything is reset, \(stamp)"
    case .see(let name, let row): "sees \(name.rawValue): \(row)"
    }
  }
}
