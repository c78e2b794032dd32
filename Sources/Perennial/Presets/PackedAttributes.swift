/// The attributes of a model, in the parts in which the codec writes them to a packed row.
package final class PackedAttributes {
  /// Neighbouring attributes, which one call of the codec writes.
  struct Run {
    /// The index of the first one.
    let start: Int
    var properties: [PropertyLayout]
    var mask: PropertyMask
  }

  let runs: [Run]
  /// The attributes that the codec does not write as they are packed.
  let others: [PropertyLayout]

  package init(_ layout: ModelLayout) {
    var (runs, others): ([Run], [PropertyLayout]) = ([], [])
    for property in layout.properties where !property.isRelationship && property.column != nil {
      // From this index on, properties share a bit of the mask.
      if property.isExternal || property.index >= 63 {
        others.append(property)
      } else if let last = runs.last, last.start + last.properties.count == property.index {
        runs[runs.count - 1].properties.append(property)
        runs[runs.count - 1].mask.insert(PropertyMask(property: property.index))
      } else {
        runs.append(
          Run(
            start: property.index, properties: [property],
            mask: PropertyMask(property: property.index)))
      }
    }
    (self.runs, self.others) = (runs, others)
  }
}
