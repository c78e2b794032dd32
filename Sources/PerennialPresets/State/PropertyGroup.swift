import Perennial

/// Properties of a model that change together. A catalog version mostly changes the same properties of many
/// presets, which then share one group.
final class PropertyGroup: Sendable {
  let properties: [PropertyLayout]
  let names: [String]
  let mask: PropertyMask

  static let empty = PropertyGroup([])

  init(_ properties: [PropertyLayout]) {
    self.properties = properties
    names = properties.map(\.name)
    mask = properties.reduce([]) { $0.union($1.mask) }
  }
}
