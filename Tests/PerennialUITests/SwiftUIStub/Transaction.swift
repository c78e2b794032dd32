public struct Animation: Hashable, Sendable {
  let name: String
  public static let `default` = Animation(name: "default")
  public static let easeInOut = Animation(name: "easeInOut")
}

// Not `Sendable`, as SwiftUI does not promise that its own is.
public struct Transaction {
  public var animation: Animation?
  public var disablesAnimations = false

  public init() {}
  public init(animation: Animation?) { self.animation = animation }

  /// The animation of the transaction that runs.
  @TaskLocal static var currentAnimation: Animation?
}

public func withTransaction<Result>(
  _ transaction: Transaction,
  _ body: () throws -> Result
) rethrows -> Result {
  try Transaction.$currentAnimation.withValue(transaction.animation) { try body() }
}
