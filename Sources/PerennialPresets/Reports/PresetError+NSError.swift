public import Foundation

/// The error as Foundation's `NSError`, with the domain `PerennialPresets.PresetError`. Its
/// `localizedDescription` lists the problems. Documentation/Compatibility.md lists the codes.
extension PresetError: CustomNSError, LocalizedError {
  /// The domain `PerennialPresets.PresetError`.
  public static var errorDomain: String { "PerennialPresets.PresetError" }
  /// The number of the error's code. Documentation/Compatibility.md lists the numbers.
  public var errorCode: Int { code.number }

  /// The problems: what happened, to which preset, and what to do.
  public var errorDescription: String? {
    problems.isEmpty ? description : problems.joined(separator: "; ")
  }

  /// The description, for `NSError`.
  public var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: errorDescription ?? description]
  }
}
