import SwiftData

/// A model whose value cannot always be written down.
@Model
final class Picky {
  var taste: Taste

  struct Taste: Codable {
    struct Refusal: Error {}

    var value: Double

    init(value: Double) { self.value = value }

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Double.self)
    }

    func encode(to encoder: any Encoder) throws {
      if value.isNaN { throw Refusal() }
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  init(_ value: Double) { taste = Taste(value: value) }
}
