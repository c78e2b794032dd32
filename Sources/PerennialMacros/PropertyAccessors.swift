import SwiftSyntax

/// The kind of a property's storage, according to its accessor block.
enum PropertyAccessors {
  case stored(observers: [AccessorDeclSyntax])
  case computed
  /// A computed property with an init accessor that has these restrictions.
  case initialised(StorageRestrictions)

  /// The observers of a stored property.
  var observers: [AccessorDeclSyntax] {
    if case .stored(let observers) = self { observers } else { [] }
  }

  init(_ block: AccessorBlockSyntax?) {
    guard let block else {
      self = .stored(observers: [])
      return
    }
    guard case .accessors(let list) = block.accessors else {
      self = .computed
      return
    }
    let observing: [TokenKind] = [.keyword(.willSet), .keyword(.didSet)]
    if list.allSatisfy({ observing.contains($0.accessorSpecifier.tokenKind) }) {
      self = .stored(observers: Array(list))
    } else if let initialiser = list.first(where: {
      $0.accessorSpecifier.tokenKind == .keyword(.`init`)
    }) {
      self = .initialised(StorageRestrictions(of: initialiser))
    } else {
      self = .computed
    }
  }
}
