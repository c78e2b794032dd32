/// Forms and bodies the tests send.
enum Samples {
  static let form: [(String, String)] = [
    ("title", "Lemon Posset"),
    ("summary", "Three ingredients, no eggs."),
    ("cuisine", "British"),
    ("servings", "4"),
    ("minutes", "20"),
    ("difficulty", "easy"),
    ("ingredients", "500 ml double cream\n120 g caster sugar\n2½ lemons, juiced"),
    ("instructions", "Boil the cream with the sugar for 3 minutes.\nStir in the juice and chill."),
    ("tag", "Dessert"),
    ("newTags", "Three things, "),
  ]

  static func form(changing name: String, to value: String) -> [(String, String)] {
    form.map { $0.0 == name ? (name, value) : $0 }
  }

  static let json = """
    {
      "title": "Toast", "servings": 1, "minutes": 5,
      "ingredients": [{"quantity": 2, "unit": "slices", "name": "bread"}],
      "instructions": ["Toast the bread."], "tags": ["Quick"]
    }
    """
}
