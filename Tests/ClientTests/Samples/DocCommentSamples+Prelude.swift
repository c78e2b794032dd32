extension DocCommentSamples {
  /// The models and the values that the samples use. The program is compiled, and not run.
  static let prelude = """
    import Foundation
    import Observation
    import PerennialAppleStores
    import PerennialInspection
    import PerennialPresets
    import PerennialReplication
    import PerennialStoreImport
    import PerennialSimulator
    import PerennialSync
    import SwiftData
    import Synchronization

    @Model final class Stop {
      init() {}
    }
    @Model final class Trip {
      var name = ""
      var start = Date()
      var stops: [Stop] = []
      init() {}
    }
    @Model final class Message {
      var isRead = false
      init() {}
    }
    @Model final class LogFile {
      @Relationship(inverse: \\LogEntry.file) var entries: [LogEntry] = []
      init() {}
    }
    @Model final class LogEntry {
      var text: String
      var file: LogFile?
      init(_ text: String, file: LogFile?) { (self.text, self.file) = (text, file) }
    }
    @Model final class Person {
      var name = ""
      init() {}
    }
    @Model final class Ingredient {
      var name = ""
      var recipe: Recipe?
      init() {}
    }
    @Model final class Recipe {
      var slug: String?
      var title = ""
      var rating = 0
      var minutes = 0
      var owner: Person?
      var isFavourite = false
      var timesCooked = 0
      var keywords: Set<String> = []
      @Relationship(inverse: \\Ingredient.recipe) var ingredients: [Ingredient] = []
      init() {}
      static var defaults: [Recipe] { [] }
      static func recipes(of year: Int) -> [Recipe] { [] }
      static var sample: Recipe { Recipe() }
    }
    @Model final class Letter {
      var scan = Data()
      init() {}
    }
    @Model final class Project {
      var isDone = false
      var name = ""
      init() {}
    }
    @Model final class Note {
      var project: Project?
      init() {}
    }
    @Model final class Post {
      var isHidden = false
      var created = Date()
      init() {}
    }
    @Model final class Tag {
      var presetID: String?
      var name: String
      init(presetID: String? = nil, name: String) { (self.presetID, self.name) = (presetID, name) }
    }
    @Model final class ShoppingList {
      var code = ""
      init() {}
    }
    enum TagPreset: String, PresetRepresentable {
      case quick
      func makeModel() -> Tag { Tag(presetID: rawValue, name: rawValue) }
      init?(model: Tag) { self.init(rawValue: model.presetID ?? "") }
    }
    @ModelActor actor RecipeHandler {
      func create(_ title: String) throws -> UUID { UUID() }
    }
    enum CurrentSchema: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Recipe.self] }
    }
    enum AppPlan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [CurrentSchema.self] }
      static var stages: [MigrationStage] { [] }
    }
    func given<Value>() -> Value { fatalError() }
    var backup: Backup { given() }
    var code: String { given() }
    var container: ModelContainer { given() }
    var context: ModelContext { given() }
    var cookbook: PresetCatalog { given() }
    var directory: URL { given() }
    var editor: StoreEditor { given() }
    var engine: SyncEngine { given() }
    var hub: SyncHub { given() }
    var identifier: PersistentIdentifier { given() }
    var letter: Letter { given() }
    var lines: [String] { given() }
    var notification: Notification { given() }
    var observer: ResultsObserver<Post, Never> { given() }
    var recipe: Recipe { given() }
    var recipes: URL { given() }
    var stack: DataStack { given() }
    var store: InspectedStore { given() }
    var appleStore: AppleStore { given() }
    var sync: StoreSync { given() }
    var token: DefaultHistoryToken? { given() }
    var url: URL { given() }
    func Text(_ text: String) {}

    """
}
