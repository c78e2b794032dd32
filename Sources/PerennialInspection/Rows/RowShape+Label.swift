import Perennial

extension RowShape {
  /// The attribute that names an object: `name`, `title` or `label` if there is one, or else the first text.
  var labelField: Field? {
    let texts = properties.filter { $0.kind == .attribute(.text) && !$0.isExternal }
    for name in ["name", "title", "label"] {
      if let field = texts.first(where: { $0.name == name }) { return field }
    }
    return texts.first
  }
}
