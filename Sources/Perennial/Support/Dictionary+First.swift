extension Dictionary {
  /// Creates a dictionary of pairs. Of several pairs with the same key, the first one counts.
  init(first pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}
