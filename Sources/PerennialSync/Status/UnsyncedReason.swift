public import PerennialRecords
import PerennialReplication

/// The reason why a record is not the same on the device and on the hub.
public enum UnsyncedReason: Equatable, Sendable {
  /// The record is sent next.
  case pending
  /// The record has changes to send, and the engine is paused.
  case paused(PauseReason)
  /// The record has changes that the hub does not take, because this device may only receive.
  case readOnly
  /// The record references an object that the hub has not accepted, or that has not arrived on the device.
  case waitingForReference(RecordName)
  /// The hub has refused the record as it is. It is sent again after its next change.
  case refused(PushReply.Reason)
  /// The hub does not have a large value of the record. The object shows its former value until another device that
  /// has the value sends it again.
  case missingAsset
  /// The record has sealed values that the device cannot read, or changes that it cannot seal without a key. The object
  /// shows former values, and other changes are exchanged.
  case sealed(SealedValueError)
  /// The store cannot have the record as it is: a field references an object of another entity or must reference one that
  /// is deleted, or another object has a unique value. The object shows former values, or no reference. The text says why.
  case unwritten(String)
  /// The device has no such record.
  case unknownRecord

  init(_ reason: UnsentReason, pause: PauseReason?, isReadOnly: Bool) {
    self =
      switch reason {
      case .pending: pause.map { .paused($0) } ?? (isReadOnly ? .readOnly : .pending)
      case .waitingForReference(let target): .waitingForReference(target)
      case .refused(let reason): .refused(reason)
      case .unknownRecord: .unknownRecord
      }
  }
}
