import Testing

extension Clients {
  @Suite("Models of the main actor, compiled")
  struct MainActorModelCompilationTests {
    private static let source = #"""
      import Foundation
      import SwiftData

      @MainActor enum Palette {
        static let main = 3
        static func name() -> String { "red" }
      }

      final class Note: Codable {
        var text = ""
      }

      @MainActor @Model final class Painting {
        #Unique<Painting>([\.name])
        #Index<Painting>([\.size], [\.name, \.size])
        var id: UUID
        var name: String
        var size = 0
        var color = Palette.main
        var tint: String = Palette.name()
        var painter: Painter?
        @Transient var isSelected = false
        @Transient var shade = Palette.main
        @Attribute(.transformable(by: "Sketch")) var sketch: Data?
        @Attribute(.externalStorage) var image: Data?
        @Attribute(originalName: "tags") var labels: [String] = []
        @Relationship(deleteRule: .cascade, inverse: \Frame.painting) var frames: [Frame] = []
        var price = 1 { didSet { print(price, oldValue) } }

        init(name: String) {
          self.name = name
          id = UUID()
        }

        func rename() { name = Palette.name() }
      }

      @Model @MainActor class Frame {
        let id: UUID
        nonisolated(unsafe) let note: Note
        var painting: Painting?
        init() {
          id = UUID()
          note = Note()
        }
      }

      @Model @MainActor final class OldFrame: Frame {
        var year: Int
        init(year: Int) {
          self.year = year
          super.init()
        }
      }

      @MainActor protocol Titled { var title: String { get } }

      @Model final class Painter: Titled {
        var id = UUID()
        var title: String
        @Attribute(.unique) var key = ""
        @Relationship(inverse: \Painting.painter) var paintings: [Painting] = []
        init(title: String) { self.title = title }
      }

      nonisolated func identity<T: Identifiable>(of value: T) -> T.ID { value.id }

      @MainActor func use(_ painting: Painting) throws -> [UUID] {
        painting.name = "x"
        painting.painter = Painter(title: "y")
        let container = try ModelContainer(for: Painting.self, OldFrame.self)
        let found = try container.mainContext.fetch(FetchDescriptor<Painting>())
        return [painting.id, identity(of: painting), found[0][keyPath: \.id]]
      }

      nonisolated func schema() -> Schema { Schema([Painting.self, Painter.self, OldFrame.self]) }
      """#

    @Test(
      "13.8 A model is the main actor's by an attribute or a protocol, without a warning",
      arguments: ClientCompiler.LanguageMode.allCases)
    func mainActor(mode: ClientCompiler.LanguageMode) async throws {
      let compiler = try #require(ClientCompiler())
      #expect(try await compiler.diagnostics(of: Self.source, mode) == [])
    }
  }
}
