public import Foundation
public import PerennialReplication

extension RecordConflictError: LocalizedError {
  /// The value, the objects, and the way out.
  public var errorDescription: String? { description }
}
