public import Foundation

/// The error as Foundation's `NSError`. `error as NSError` has the domain `SwiftData.SwiftDataError`, a code
/// that does not change between releases, and the explanation as its `localizedDescription`.
///
/// The code of ``SwiftDataError/loadIssueModelContainer`` is 1, as in Apple's framework.
/// Documentation/Compatibility.md lists the codes.
extension SwiftDataError: CustomNSError, LocalizedError {
  /// The domain `SwiftData.SwiftDataError`.
  public static var errorDomain: String { "SwiftData.SwiftDataError" }
  /// The number of the error's code. Documentation/Compatibility.md lists the numbers.
  public var errorCode: Int { code.rawValue }
  /// The explanation of this error: what happened, to what, and what to do.
  public var errorDescription: String? { explanation.isEmpty ? description : explanation }

  /// The explanation and the underlying error, for `NSError`.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: errorDescription ?? description]
    if let underlyingError { info[NSUnderlyingErrorKey] = underlyingError }
    return info
  }
}
