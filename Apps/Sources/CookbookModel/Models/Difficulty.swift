/// The demands of a recipe on the cook.
public enum Difficulty: String, Codable, CaseIterable, Sendable {
  case easy
  case medium
  case challenging

  /// The name shown to people.
  public var label: String {
    switch self {
    case .easy: "Easy"
    case .medium: "Medium"
    case .challenging: "Challenging"
    }
  }
}
