extension Ingredient {
  /// Creates the ingredient of a line.
  convenience init(_ line: IngredientLine, position: Int) {
    self.init(name: line.name, quantity: line.quantity, unit: line.unit, position: position)
  }
}
