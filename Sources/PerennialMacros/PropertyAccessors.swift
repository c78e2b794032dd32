import SwiftSyntax

/// What the braces after a property say about its storage.
enum PropertyAccessors {
  case stored(observers: [AccessorDeclSyntax])
  case computed
  /// Computed, with an init accessor whose attributes consist of these words.
  case initialised([String])

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
      let tokens = initialiser.attributes.flatMap { $0.tokens(viewMode: .sourceAccurate) }
      self = .initialised(tokens.map(\.text))
    } else {
      self = .computed
    }
  }
}
