import Observation
public import Perennial
import Synchronization

/// A stand-in for SwiftUI's runtime. It evaluates a view, keeps its state, and evaluates it again when
/// something changes that it read.
@MainActor
public final class Host {
  /// The texts that the views showed, in order.
  public private(set) var shown: [String] = []
  /// The number of times that the view was evaluated.
  public private(set) var evaluations = 0
  private let invalidity = Invalidity()
  private var states: [String: Any] = [:]
  private var environment = EnvironmentValues()
  private var run: (Visit) -> Void = { _ in }

  public init(undoManager: UndoManager? = nil) {
    environment.windowUndoManager = undoManager
  }

  /// Shows a view in place of the one before, as its parent does when it is evaluated: what is of
  /// the same type at the same place keeps its state.
  public func show<Content: View>(_ view: Content) {
    let environment = environment
    run = { $0.view(view, environment, "root") }
    evaluate()
  }

  public func show<Content: Scene>(_ scene: Content) {
    let environment = environment
    run = { $0.scene(scene, environment, "root") }
    evaluate()
  }

  private func evaluate() {
    shown = []
    evaluations += 1
    let evaluation = evaluations
    let invalidity = invalidity
    invalidity.begin(evaluation)
    withObservationTracking {
      run(Visit(host: self, path: ""))
    } onChange: {
      invalidity.note(evaluation, Transaction.currentAnimation)
    }
  }

  /// A Boolean value that indicates whether something has changed that the last evaluation read.
  public var isInvalid: Bool { invalidity.isInvalid }
  /// The animations of the changes that the view was to be evaluated again for.
  public var animations: [Animation?] { invalidity.animations }

  /// Lets the main actor work until the view says what is expected, evaluating it as often as it
  /// becomes invalid.
  ///
  /// - Returns: Whether it came to say so.
  public func settle(_ isExpected: () -> Bool) async -> Bool {
    for _ in 0..<10_000 {
      if isInvalid { evaluate() }
      if isExpected() { return true }
      await Task.yield()
    }
    return false
  }

  /// One evaluation at one place.
  @MainActor
  struct Visit {
    let host: Host
    let path: String

    func show(_ text: String) { host.shown.append(text) }

    func view<Content: View>(_ view: Content, _ environment: EnvironmentValues, _ place: String) {
      let next = enter(view, environment, place)
      if let primitive = view as? any PrimitiveView {
        primitive.evaluate(in: environment, by: next)
      } else {
        next.view(view.body, environment, "body")
      }
    }

    func scene<Content: Scene>(
      _ scene: Content,
      _ environment: EnvironmentValues,
      _ place: String
    ) {
      let next = enter(scene, environment, place)
      if let primitive = scene as? any PrimitiveScene {
        primitive.evaluate(in: environment, by: next)
      } else {
        next.scene(scene.body, environment, "body")
      }
    }

    private func enter<Content>(
      _ content: Content,
      _ environment: EnvironmentValues,
      _ place: String
    ) -> Visit {
      let path = "\(path)/\(place):\(Content.self)"
      prepare(content, environment, path)
      return Visit(host: host, path: path)
    }

    /// Prepares the dynamic properties of a view, and theirs.
    private func prepare(_ owner: Any, _ environment: EnvironmentValues, _ path: String) {
      for (label, value) in Mirror(reflecting: owner).children {
        guard var property = value as? any DynamicProperty else { continue }
        let path = "\(path).\(label ?? "")"
        if let hosted = property as? any HostedProperty {
          hosted.prepare(environment, &host.states[path])
        } else {
          prepare(property, environment, path)
        }
        property.update()
      }
    }
  }
}

/// The changes since the last evaluation. Any thread may report one.
private final class Invalidity: Sendable {
  private struct State {
    var evaluation = 0
    var isInvalid = false
    var animations: [Animation?] = []
  }

  private let state = Mutex(State())

  var isInvalid: Bool { state.withLock { $0.isInvalid } }
  var animations: [Animation?] { state.withLock { $0.animations } }

  func begin(_ evaluation: Int) {
    state.withLock {
      $0.evaluation = evaluation
      $0.isInvalid = false
    }
  }

  func note(_ evaluation: Int, _ animation: Animation?) {
    state.withLock {
      guard evaluation == $0.evaluation, !$0.isInvalid else { return }
      $0.isInvalid = true
      $0.animations.append(animation)
    }
  }
}
