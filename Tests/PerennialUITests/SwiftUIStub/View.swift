// As much of SwiftUI as PerennialUI and its specifications name, so that they can be compiled and
// run where there is none. `Host` evaluates views.

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  // `return` keeps the builder out.
  public var body: Never { return preconditionFailure("there is no such view") }
}

/// A view that the host knows how to evaluate.
@MainActor
protocol PrimitiveView: View where Body == Never {
  func evaluate(in environment: EnvironmentValues, by visit: Host.Visit)
}

extension PrimitiveView {
  public var body: Never { preconditionFailure("the host evaluates \(Self.self) otherwise") }
}

@resultBuilder
public struct ViewBuilder {
  @MainActor public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> {
    TupleView(repeat each content)
  }
}

public struct TupleView<each Content: View>: PrimitiveView {
  private let content: (repeat each Content)
  init(_ content: repeat each Content) { self.content = (repeat each content) }

  func evaluate(in environment: EnvironmentValues, by visit: Host.Visit) {
    var number = 0
    for view in repeat each content {
      visit.view(view, environment, "\(number)")
      number += 1
    }
  }
}

public struct Text: PrimitiveView {
  let text: String
  public init(_ text: String) { self.text = text }
  func evaluate(in environment: EnvironmentValues, by visit: Host.Visit) { visit.show(text) }
}

public struct ForEach<Data: RandomAccessCollection, Content: View>: PrimitiveView
where Data.Element: Identifiable {
  private let data: Data
  private let content: (Data.Element) -> Content

  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.data = data
    self.content = content
  }

  func evaluate(in environment: EnvironmentValues, by visit: Host.Visit) {
    for element in data { visit.view(content(element), environment, "\(element.id)") }
  }
}

/// A view in an environment of its own.
struct EnvironmentView<Content: View>: PrimitiveView {
  let content: Content
  let change: (inout EnvironmentValues) -> Void

  func evaluate(in environment: EnvironmentValues, by visit: Host.Visit) {
    var environment = environment
    change(&environment)
    visit.view(content, environment, "environment")
  }
}

extension View {
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    _ value: Value
  ) -> some View {
    EnvironmentView(content: self) { $0[keyPath: keyPath] = value }
  }

  public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    transform: @escaping (inout Value) -> Void
  ) -> some View {
    EnvironmentView(content: self) { transform(&$0[keyPath: keyPath]) }
  }
}
