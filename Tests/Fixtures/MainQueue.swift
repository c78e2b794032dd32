import Dispatch

private let key: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Returns `true` if the caller runs on the main queue. Off Apple's platforms that need not be the main
/// thread.
func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: key) == true }
