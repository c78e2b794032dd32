extension EntityDescription {
  /// Sets the first names of the properties.
  ///
  /// A property without a predecessor has its original name, as in a file in which it had that name. If another
  /// property of the entity has that first name already, a number is appended.
  ///
  /// - Parameter former: Returns the first name of a property's predecessor; nil if it has none.
  mutating func keepFirstNames(_ former: (PropertyDescription) -> String?) {
    var taken: Set<String> = []
    var open: [Int] = []
    for index in properties.indices {
      if let name = former(properties[index]), taken.insert(name).inserted {
        properties[index].firstName = name
      } else {
        open.append(index)
      }
    }
    // Renamed properties have the better claim to their original names.
    let ordered =
      open.filter { properties[$0].isRenamed } + open.filter { !properties[$0].isRenamed }
    for index in ordered {
      let property = properties[index]
      var name = taken.contains(property.originalName) ? property.name : property.originalName
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(property.name)$\(number)"
        number += 1
      }
      properties[index].firstName = name
    }
  }
}

extension PropertyDescription {
  fileprivate var isRenamed: Bool { originalName != name }
}
