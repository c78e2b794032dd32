/// Properties of a model that change together. A version of a catalog mostly changes the same of many
/// presets, which then share one of these.
final class PropertyGroup {
  let properties: [PropertyLayout]
  let names: [String]
  let mask: PropertyMask
  /// Whether there are relationships among them that must lead somewhere.
  let hasRequiredReferences: Bool

  init(_ properties: [PropertyLayout]) {
    self.properties = properties
    names = properties.map(\.name)
    mask = properties.reduce([]) { $0.union($1.mask) }
    hasRequiredReferences = properties.contains(where: \.isRequiredReference)
  }
}
