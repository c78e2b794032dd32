import Dispatch

/// The queue that the main actor runs on. Off Apple's platforms its thread need not be the main one.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller runs on it.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
