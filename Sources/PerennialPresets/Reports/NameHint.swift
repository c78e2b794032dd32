import Perennial

/// Returns a hint for a name that isn't among the valid names: the nearest name, or all of them.
func wayOut(from name: String, to names: [String]) -> String {
  if let near = nearestName(to: name, among: names) { return "did you mean “\(near)”?" }
  return names.isEmpty ? "none is known" : "known names are \(names.joined(separator: ", "))"
}
