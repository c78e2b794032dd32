import Foundation
import Testing

/// A call whose arguments have no labels says nothing of them.
@Suite("Architecture: argument labels")
struct ArgumentLabelTests {
  @Test("Fewer than 20 functions have three or more parameters without a label")
  func unlabelled() throws {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
    var found: [String] = []
    var count = 0
    for folder in ["Sources", "Apps/Sources"] {
      let sources = root.appendingPathComponent(folder)
      for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      where path.hasSuffix(".swift") {
        let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
        let functions = DeclaredFunction.all(in: text)
        count += functions.count
        for function in functions where function.unlabelledCount > 2 {
          found.append("\(folder)/\(path):\(function.line) \(function.name)")
        }
      }
    }
    #expect(count > 5000)
    #expect(found.count < 20, "\(found.sorted().joined(separator: "\n"))")
  }

  @Test("The parameters without a label are counted in the first parentheses")
  func counting() {
    let text = """
      public static func area<Shape: Sized>(_ first: Shape, _ second: Int, of third: Int) -> Int {
        sum(_ first, _ second, _ third)
      }
      @MainActor package init?(
        _ names: [String: (Int, Int)] = [:], _ body: (_ a: Int, _ b: Int, _ c: Int) -> Void,
        _ last: Int
      ) {}
      func none() {}
      """
    let functions = DeclaredFunction.all(in: text)
    #expect(functions.map(\.name) == ["area", "init", "none"])
    #expect(functions.map(\.unlabelledCount) == [2, 3, 0])
    #expect(functions.map(\.line) == [1, 4, 8])
  }
}
