/// Names to draw from.
enum Names {
  static let first = [
    "Jane", "Amara", "Bela", "Chiara", "Dmitri", "Elif", "Farid", "Greta", "Hiro", "Ines",
    "Jonas", "Kofi", "Lucia", "Maya", "Noah", "Oksana", "Priya", "Quentin", "Rosa", "Samir",
  ]

  static let last = [
    "Abbott", "Bergström", "Costa", "Dvořák", "Eriksen", "Fontaine", "Garcia", "Hoffmann",
    "Ivanova", "Jensen", "Kowalski", "Lindqvist", "Moreau", "Nakamura", "Okafor", "Petrov",
  ]

  static let towns = [
    "Ashford", "Bradwell", "Carrow", "Denby", "Elmsley", "Foxton", "Greystoke", "Harrow",
  ]

  static let schoolKinds = ["primary", "secondary", "grammar", "college"]
}
