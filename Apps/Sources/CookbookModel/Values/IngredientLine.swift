/// An ingredient as a value: an amount, a unit and a name.
public struct IngredientLine: Codable, Equatable, Sendable {
  public var quantity: Double?
  public var unit: String
  public var name: String

  public init(quantity: Double? = nil, unit: String = "", name: String) {
    self.quantity = quantity
    self.unit = unit
    self.name = name
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    quantity = try values.decodeIfPresent(Double.self, forKey: .quantity)
    unit = try values.decodeIfPresent(String.self, forKey: .unit) ?? ""
    name = try values.decode(String.self, forKey: .name)
  }
}
