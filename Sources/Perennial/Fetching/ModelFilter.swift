import Foundation

/// A predicate, evaluated in memory.
struct ModelFilter<T: PersistentModel> {
  private let predicate: Predicate<T>?

  init(_ predicate: Predicate<T>?) { self.predicate = predicate }

  /// Whether a model matches. One on which the evaluation fails does not.
  func matches(_ model: T) -> Bool {
    guard let predicate else { return true }
    return (try? predicate.evaluate(model)) ?? false
  }
}
