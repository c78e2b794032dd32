@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  var body: Body { get }
}

extension Never: Scene {}

@MainActor
protocol PrimitiveScene: Scene where Body == Never {
  func evaluate(in environment: EnvironmentValues, by visit: Host.Visit)
}

extension PrimitiveScene {
  public var body: Never { preconditionFailure("the host evaluates \(Self.self) otherwise") }
}

public struct WindowGroup<Content: View>: PrimitiveScene {
  private let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  func evaluate(in environment: EnvironmentValues, by visit: Host.Visit) {
    visit.view(content, environment, "window")
  }
}

struct EnvironmentScene<Content: Scene>: PrimitiveScene {
  let content: Content
  let change: (inout EnvironmentValues) -> Void

  func evaluate(in environment: EnvironmentValues, by visit: Host.Visit) {
    var environment = environment
    change(&environment)
    visit.scene(content, environment, "environment")
  }
}

extension Scene {
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    _ value: Value
  ) -> some Scene {
    EnvironmentScene(content: self) { $0[keyPath: keyPath] = value }
  }
}
