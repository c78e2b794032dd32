import Foundation

extension Error {
  /// The cause in a few words for people: what the system said, or else the error's own text.
  var reason: String {
    let error = self as NSError
    if let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError,
      underlying.domain == NSPOSIXErrorDomain
    {
      return String(cString: strerror(Int32(clamping: underlying.code)))
    }
    if let text = (self as? any LocalizedError)?.errorDescription { return text }
    return "\(self)"
  }
}
