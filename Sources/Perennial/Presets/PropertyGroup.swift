/// Properties of a model that change together. A catalog version mostly changes the same properties of many
/// presets, which then share one group.
final class PropertyGroup {
  let properties: [PropertyLayout]
  let names: [String]
  let mask: PropertyMask
  /// `true` if the group contains required to-one relationships.
  let hasRequiredReferences: Bool

  init(_ properties: [PropertyLayout]) {
    self.properties = properties
    names = properties.map(\.name)
    mask = properties.reduce([]) { $0.union($1.mask) }
    hasRequiredReferences = properties.contains(where: \.isRequiredReference)
  }
}
