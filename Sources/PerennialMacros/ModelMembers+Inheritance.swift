import SwiftSyntax

extension ModelMembers {
  /// The key paths of properties as subclasses spell them.
  ///
  /// `\\Dog.name` and `\\Animal.name` are not equal, although one property is at the end of both, and
  /// a macro does not see what a class inherits. But a generic function of the superclass writes
  /// `\\Dog.name` without knowing the dog.
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
        \(inherited)Perennial._unisolated {
          \(list)
        }
      }
      """
  }

  private func inheritedKeyPaths(_ paths: String) -> String {
    """
    \(overridableStatic)var _$inheritedKeyPaths: [Swift.AnyKeyPath] {
      \(paths)
    }
    """
  }
}
