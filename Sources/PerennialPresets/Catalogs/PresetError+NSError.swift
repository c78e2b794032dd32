public import Foundation

/// The error as Foundation's `NSError`, with the domain `PerennialPresets.PresetError`. Its
/// `localizedDescription` lists the problems. Documentation/Compatibility.md lists the codes.
extension PresetError: CustomNSError, LocalizedError {
  public static var errorDomain: String { "PerennialPresets.PresetError" }
  public var errorCode: Int { code.number }

  public var errorDescription: String? {
    problems.isEmpty ? description : problems.joined(separator: "; ")
  }

  public var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: errorDescription ?? description]
  }
}
