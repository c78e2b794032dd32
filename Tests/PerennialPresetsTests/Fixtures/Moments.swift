import Perennial
import PerennialRecords

/// A stamp that is told by its time, of one of a few devices.
func moment(_ milliseconds: Int64, on device: Int64 = 1) -> Stamp {
  Stamp(
    time: HybridTime(milliseconds: milliseconds),
    device: DeviceIdentifier(rawValue: device) ?? .random())
}
