import Foundation

/// The samples of views, as one program: those in the doc comments of PerennialUI, and those that a page marks.
///
/// They are compiled against the stub of SwiftUI that the tests of PerennialUI use. Each sample is a view of its own:
/// its properties and initialisers belong to the view, and its statements to a method.
struct ViewSamples {
  /// The options that put the stub into SwiftUI's place.
  static let options = [
    "-module-alias", "SwiftUI=SwiftUIStub", "-module-alias", "PerennialUI=PerennialUIOnStub",
  ]

  /// The source of the program.
  private(set) var program = Self.prelude
  /// The number of samples.
  private(set) var count = 0

  init() throws {
    for file in try SamplePages.names(below: "Sources/PerennialUI", ending: ".swift") {
      for sample in Fragment.docCommentSamples(in: try SamplePages.text(of: file)) {
        add(sample, of: file)
      }
    }
    for page in try SamplePages.names(below: "Documentation") + SamplePages.names(below: "Sources")
    {
      for sample in try Sample.all(in: SamplePages.text(of: page)) where sample.kind == .views {
        add(sample.code, of: page)
      }
    }
  }

  private mutating func add(_ sample: Fragment, of file: String) {
    count += 1
    var (members, statements): ([String], [String]) = ([], [])
    for item in sample.items {
      if item.isDeclaration || item.isMember {
        members.append(item.located(in: file))
      } else {
        statements.append(item.located(in: file))
      }
    }
    let text = sample.lines.joined(separator: "\n")
    // The queries that a sample assigns, and does not declare.
    for (name, query) in Self.queries where text.contains("_\(name) = ") {
      members.append(query)
    }
    if !statements.isEmpty {
      members += ["mutating func statements() async throws {"] + statements + ["}"]
    }
    let lines =
      ["struct Sample\(count): View {"] + members + ["var body: some View { Text(\"\") }", "}"]
    // The stub has no macros.
    program += lines.joined(separator: "\n").replacing("#Preview {", with: "preview {") + "\n"
  }

  private static let queries = [
    "recipes": "@Query var recipes: [Recipe]",
    "courses": """
    @Query(sort: \\Recipe.title, sectionBy: \\Recipe.course) var courses: SectionedResults<Recipe, String>
    """,
  ]

  /// The models and views that the samples use. The program is compiled, and not run.
  private static let prelude = """
    import Foundation
    import PerennialUI
    import SwiftData
    import SwiftUI

    @Model final class Ingredient {
      init() {}
    }
    @Model final class Recipe {
      var title = ""
      var course = ""
      var rating = 0
      var date = Date()
      init(_ title: String) {}
      static var newest: FetchDescriptor<Recipe> { FetchDescriptor() }
    }
    @ModelActor actor RecipeHandler {
      func update(_ id: PersistentIdentifier, title: String) throws {}
    }
    @MainActor protocol App {
      associatedtype Body: Scene
      @MainActor var body: Body { get }
    }
    extension App {
      static func main() {}
    }
    struct RecipeEditor: View {
      var body: some View { Text("") }
    }
    struct Button: View {
      init(_ title: String, action: () -> Void) {}
      var body: some View { Text("") }
    }
    struct List<Data: RandomAccessCollection, Content: View>: View where Data.Element: Identifiable {
      let rows: ForEach<Data, Content>
      init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        rows = ForEach(data, content: content)
      }
      var body: some View { rows }
    }
    struct RecipeList: View {
      var body: some View { Text("") }
    }
    struct Section<Content: View>: View {
      let content: Content
      init(_ title: String, @ViewBuilder content: () -> Content) { self.content = content() }
      var body: some View { content }
    }
    @MainActor func preview(@ViewBuilder _ content: () -> some View) {}
    func given<Value>() -> Value { fatalError() }
    enum PreviewData {
      static var container: ModelContainer { given() }
    }
    var draft: ModelContext { given() }
    var failure: (any Error)? {
      get { given() }
      set {}
    }
    var id: PersistentIdentifier { given() }

    """
}

extension Fragment {
  /// `true` for a property with a wrapper or a macro, and for an initialiser.
  fileprivate var isMember: Bool {
    lines.first.map { $0.hasPrefix("@") || $0.hasPrefix("init(") } ?? false
  }
}
