/// Returns the valid name that a misspelled name most likely stands for.
///
/// - Returns: The name with the smallest edit distance; nil if all distances are more than 1 and more
///   than a third of the letters.
package func nearestName(to name: String, among names: some Sequence<String>) -> String? {
  let letters = Array(name.lowercased().prefix(64))
  var best: (name: String, distance: Int)?
  for candidate in names {
    let distance = editDistance(letters, Array(candidate.lowercased().prefix(64)))
    if distance <= max(1, letters.count / 3), distance < best?.distance ?? .max {
      best = (candidate, distance)
    }
  }
  return best?.name
}

/// Returns the number of letters to insert, delete, replace, or swap with a neighbour.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  if abs(left.count - right.count) > 21 { return .max }
  var before: [Int] = []
  var last = Array(0...right.count)
  for (i, letter) in left.enumerated() {
    var next = [i + 1]
    for (j, other) in right.enumerated() {
      var distance = min(last[j + 1] + 1, next[j] + 1, last[j] + (letter == other ? 0 : 1))
      if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
        distance = min(distance, before[j - 1] + 1)
      }
      next.append(distance)
    }
    (before, last) = (last, next)
  }
  return last[right.count]
}
