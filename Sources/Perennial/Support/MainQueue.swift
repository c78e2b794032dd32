import Dispatch

/// The queue of the main actor. Off Apple's platforms its thread isn't always the main thread.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// `true` if the caller runs on the main queue.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
