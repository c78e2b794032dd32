import SwiftSyntax

extension ModelMembers {
  /// The members that provide the key paths of properties with the types of subclasses.
  ///
  /// `\Dog.name` and `\Animal.name` are not equal, although both end at the same property. A macro does
  /// not see the properties that a class inherits. Therefore a generic function of the superclass forms
  /// `\Dog.name` without knowing `Dog`.
  var inheritance: [String] {
    var members: [String] = []
    if !model.isFinal { members.append(keyPathsOfSubclasses) }
    if let superclass = model.superclass {
      let paths = "\(superclass)._$keyPaths(of: \(model.name).self)"
      members.append(inheritedKeyPaths(paths))
    } else if !model.isFinal {
      members.append(inheritedKeyPaths("[]"))
    }
    return members
  }

  private var keyPathsOfSubclasses: String {
    let own = model.columns.map { "      \\_Subclass.\($0.token.text)," }
    let list = (["["] + own + ["    ]"]).joined(separator: "\n")
    let inherited = model.superclass.map { "\($0)._$keyPaths(of: type) + " } ?? ""
    return """
      \(access)nonisolated static func _$keyPaths<_Subclass: \(model.name)>(
        of type: _Subclass.Type
      ) -> [Swift.AnyKeyPath] {
        \(inherited)Perennial._Model.unisolated {
          \(list)
        }
      }
      """
  }

  private func inheritedKeyPaths(_ paths: String) -> String {
    constant("_$inheritedKeyPaths: [Swift.AnyKeyPath]", paths)
  }
}
