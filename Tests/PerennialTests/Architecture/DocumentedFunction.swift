/// A public function or initializer that has a doc comment.
struct DocumentedFunction {
  /// The name of the type that it belongs to.
  let owner: String
  /// The name without labels; `init` for an initializer.
  let name: String
  /// `true` if the doc comment has a sample in Swift.
  let hasSample: Bool
}
