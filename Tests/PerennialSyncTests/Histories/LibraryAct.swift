import Foundation
@testable import Perennial
import PerennialPresets
import PerennialReplication
import PerennialSync
import RandomTesting
import SwiftData

/// Something that a user or the app does with objects. Most acts end with a save.
enum LibraryAct: CaseIterable {
  case insertPage, insertLabel, insertChapter, insertFigure, insertGenre, insertSlot
  case write, form, writeOthers
  case chapter, label, figure, cover, genre
  case renameGenre, moveSlot
  case deletePage, deleteOther, deletePreset
  case batchUpdate, batchDelete, batchInsert
  case undo, deleteAndUndo
  case restorePreset, resetField, resetPreset, resetEntity, resetAll
  case copyPreset, mergeDuplicates
  case decide

  /// Each act as often as it is likely.
  static let likely: [LibraryAct] = allCases.flatMap { act in
    let weight =
      switch act {
      case .insertPage, .write, .form: 6
      case .writeOthers, .chapter, .label, .figure, .cover: 4
      case .insertLabel, .insertChapter, .insertFigure, .deletePage, .deleteOther, .deletePreset: 2
      case .insertGenre, .insertSlot, .genre, .renameGenre, .moveSlot, .copyPreset, .decide: 2
      default: 1
      }
    return repeatElement(act, count: weight)
  }

  /// `true` if the act can bring an earlier value back.
  var isReturn: Bool { self == .undo || self == .deleteAndUndo }
}

/// The acts of a device.
struct LibraryActing {
  let container: ModelContainer
  let storage: StoreStorage
  let context: ModelContext
  /// A number that no other write of the history has.
  let unique: Int
  var random: SeededGenerator
  /// The values of `number` and `rank` that the act has written, by key and property. The default is 0.
  private(set) var writes: [(key: Int64, field: String, isDefault: Bool)] = []
  /// `true` if presets were reset or restored.
  private(set) var hasReset = false
  /// The object of a decided conflict. An earlier value of it can be the last one again.
  private(set) var decided: Int64?
  /// The keys of the objects that the act has deleted.
  private(set) var deletions: Set<Int64> = []

  init(_ device: LibraryDevice, unique: Int, _ random: SeededGenerator) throws {
    (container, storage) = (try device.container, try device.storage)
    context = try device.context
    (self.unique, self.random) = (unique, random)
  }

  mutating func perform(_ act: LibraryAct) throws {
    switch act {
    case .insertPage: try insertPage()
    case .insertLabel: insert(Label("label \(unique)"))
    case .insertChapter: insert(Chapter("chapter \(unique)"))
    case .insertFigure: insert(random.happens(50) ? Chart("chart \(unique)") : Figure("figure"))
    case .insertGenre: try insertGenre()
    case .insertSlot: try insertSlot()
    case .write: try write()
    case .form: try form()
    case .writeOthers: try writeOthers()
    case .chapter: try any(Page.self)?.chapter = random.happens(80) ? any(Chapter.self) : nil
    case .label: try toggleLabel()
    case .figure: try toggleFigure()
    case .cover: try setCover()
    case .genre: try any(Page.self)?.genre = random.happens(80) ? any(Genre.self) : nil
    case .renameGenre: try renameGenre()
    case .moveSlot: try moveSlot()
    case .deletePage: if let page = try any(Page.self, where: { !$0.isPreset }) { delete(page) }
    case .deleteOther: try deleteOther { !$0.isPreset }
    case .deletePreset: try deletePreset()
    case .batchUpdate, .batchDelete, .batchInsert: try batch(act)
    case .undo: try undo()
    case .deleteAndUndo: try deleteAndUndo()
    case .restorePreset, .resetField, .resetPreset, .resetEntity, .resetAll:
      hasReset = true
      try reset(act)
    case .copyPreset: try copyPreset()
    case .mergeDuplicates: try mergeDuplicates()
    case .decide: try decide()
    }
    try context.save()
  }

  // MARK: Choosing

  private mutating func any<Model: PersistentModel>(
    _ type: Model.Type, where isWanted: (Model) -> Bool = { _ in true }
  ) throws -> Model? {
    let models = try context.fetch(FetchDescriptor<Model>()).filter(isWanted)
    return random.element(of: models.sorted { Library.key(of: $0) < Library.key(of: $1) })
  }

  private mutating func anyNumbered() throws -> (any Numbered)? {
    switch random.index(7) {
    case 0, 1: try any(Page.self)
    case 2: try any(Label.self)
    case 3: try any(Chapter.self)
    case 4: try any(Genre.self)
    case 5: try any(Slot.self)
    default: random.happens(50) ? try any(Cover.self) : try any(Figure.self)
    }
  }

  // MARK: Insertions and values

  private mutating func insert(_ model: some Numbered) {
    model.number = unique
    context.insert(model)
    // An object that is merged into an earlier one, because of a unique value, brings its defaults along.
    for field in ["number", "rank"] {
      writes.append((Library.key(of: model), field, isDefault: field == "rank"))
    }
  }

  private mutating func insertPage() throws {
    let page = Page("page \(unique)")
    insert(page)
    page.chapter = try any(Chapter.self)
    if let label = try any(Label.self) { page.labels = [label] }
    if random.happens(30) { page.labels.append(Label("with \(unique)")) }
    if random.happens(30) { page.figures = [Figure("in \(unique)")] }
    if random.happens(30) { page.cover = Cover("of \(unique)") }
  }

  private mutating func write() throws {
    guard let model = try anyNumbered() else { return }
    let isNumber = random.happens(60)
    if isNumber { model.number = unique } else { model.rank = unique }
    writes.append((Library.key(of: model), isNumber ? "number" : "rank", isDefault: false))
  }

  /// Writes all fields of a page, of which only one has another value.
  private mutating func form() throws {
    guard let page = try any(Page.self) else { return }
    page.name = page.name
    page.rank = page.rank
    page.remark = page.remark
    page.mood = page.mood
    page.extent = page.extent
    page.chapter = page.chapter
    page.labels = page.labels
    page.number = unique
    writes.append((Library.key(of: page), "number", isDefault: false))
  }

  private mutating func writeOthers() throws {
    guard let page = try any(Page.self) else { return }
    page.isOpen.toggle()
    switch random.index(8) {
    case 0: page.remark = random.happens(70) ? "remark \(unique)" : nil
    case 1: page.mood = random.element(of: Mood.allCases) ?? .calm
    case 2: page.extent = Extent(width: unique, height: random.index(3))
    case 3: page.amount = random.element(of: [Double(unique) / 7, -0.0, .infinity, .nan]) ?? 0
    case 4: page.day = random.happens(70) ? Date(timeIntervalSince1970: Double(unique) / 3) : nil
    case 5: page.sketch = random.happens(70) ? Data(count: unique) : nil
    case 6: page.picture = Data(repeating: UInt8(truncatingIfNeeded: unique), count: 20)
    default:
      page.picture =
        random.happens(50)
        ? Data(repeating: UInt8(truncatingIfNeeded: unique), count: 120_000) : nil
    }
  }

  // MARK: Unique values

  /// A name that few objects share.
  private var fewNames: [String] { ["novel", "essay", "poem"] }

  /// Returns a genre name that no object of this device has; nil if all are taken.
  private mutating func freeName() throws -> String? {
    let taken = Set(try context.fetch(FetchDescriptor<Genre>()).map(\.name))
    return random.element(of: fewNames.filter { !taken.contains($0) })
  }

  private mutating func insertGenre() throws {
    if let name = try freeName() { insert(Genre(name)) }
  }

  private mutating func renameGenre() throws {
    guard let name = try freeName(), let genre = try any(Genre.self) else { return }
    genre.name = name
  }

  /// Returns a place for a slot that no object of this device has; nil if all are taken.
  private mutating func freePlace() throws -> (name: String, position: Int)? {
    let taken = Set(
      try context.fetch(FetchDescriptor<Slot>()).map { "\($0.name) \($0.position)" })
    let places = ["left", "right"].flatMap { name in (1...2).map { (name: name, position: $0) } }
    return random.element(of: places.filter { !taken.contains("\($0.name) \($0.position)") })
  }

  private mutating func insertSlot() throws {
    if let place = try freePlace() { insert(Slot(place.name, position: place.position)) }
  }

  private mutating func moveSlot() throws {
    guard let place = try freePlace(), let slot = try any(Slot.self) else { return }
    (slot.name, slot.position) = place
  }

  // MARK: Conflicts

  /// Decides a conflict as the user wants it.
  private mutating func decide() throws {
    guard let conflict = random.element(of: try storage.conflicts()) else { return }
    decided = conflict.object.rowID
    do {
      try storage.resolve(conflict.id, keeping: random.happens(50) ? .mine : .theirs)
    } catch is RecordConflictError {
      // Another object has the unique value.
    }
  }

  // MARK: Relationships

  private mutating func toggleLabel() throws {
    guard let page = try any(Page.self), let label = try any(Label.self) else { return }
    if page.labels.contains(where: { $0 === label }) {
      page.labels.removeAll { $0 === label }
    } else {
      page.labels.append(label)
    }
  }

  private mutating func toggleFigure() throws {
    guard let page = try any(Page.self), let figure = try any(Figure.self) else { return }
    if page.figures.contains(where: { $0 === figure }) {
      page.figures.removeAll { $0 === figure }
    } else {
      page.figures.append(figure)
    }
  }

  private mutating func setCover() throws {
    guard let page = try any(Page.self) else { return }
    switch random.index(3) {
    case 0: page.cover = nil
    case 1: page.cover = Cover("new \(unique)", number: unique)
    default: page.cover = try any(Cover.self)
    }
  }

  // MARK: Deletions

  private mutating func delete(_ model: some PersistentModel) {
    note(model)
    context.delete(model)
  }

  /// Notes an object as deleted, and the objects that are deleted with it.
  private mutating func note(_ model: any PersistentModel) {
    deletions.insert(Library.key(of: model))
    if let chapter = model as? Chapter { for page in chapter.pages { note(page) } }
    if let cover = (model as? Page)?.cover { note(cover) }
  }

  private mutating func deleteOther(where isWanted: (any PersistentModel) -> Bool) throws {
    switch random.index(6) {
    case 4: if let genre = try any(Genre.self) { delete(genre) }
    case 5: if let slot = try any(Slot.self) { delete(slot) }
    case 0: if let label = try any(Label.self, where: isWanted) { delete(label) }
    case 1: if let chapter = try any(Chapter.self, where: isWanted) { delete(chapter) }
    case 2: if let cover = try any(Cover.self, where: isWanted) { delete(cover) }
    default: if let figure = try any(Figure.self, where: isWanted) { delete(figure) }
    }
  }

  private mutating func deletePreset() throws {
    switch random.index(5) {
    case 0: if let chapter = try any(Chapter.self, where: { $0.isPreset }) { delete(chapter) }
    case 1, 2: if let label = try any(Label.self, where: { $0.isPreset }) { delete(label) }
    default: if let page = try any(Page.self, where: { $0.isPreset }) { delete(page) }
    }
  }

  /// Undoes the last change. If that was an insertion, its objects are deleted.
  private mutating func undo() throws {
    let former = try keys
    context.undoManager?.undo()
    do {
      try context.save()
    } catch let error as SwiftDataError where error == .modelValidationFailure {
      // Another device has given the former unique values to another object.
      context.rollback()
    }
    deletions.formUnion(try former.subtracting(keys))
  }

  /// The keys of all objects.
  private var keys: Set<Int64> {
    get throws {
      func keys<Model: PersistentModel>(_ type: Model.Type) throws -> [Int64] {
        try context.fetch(FetchDescriptor<Model>()).map(Library.key)
      }
      return Set(try Library.models.flatMap { try keys($0) })
    }
  }

  private mutating func deleteAndUndo() throws {
    guard let page = try any(Page.self) else { return }
    delete(page)
    try context.save()
    context.undoManager?.undo()
  }

  // MARK: Batches

  private mutating func batch(_ act: LibraryAct) throws {
    let bound = random.index(max(1, unique))
    if act == .batchUpdate {
      try context.update(
        model: Label.self, where: #Predicate { $0.number >= bound },
        setting: [.set(\.rank, to: unique)])
      let labels = try context.fetch(
        FetchDescriptor<Label>(predicate: #Predicate { $0.number >= bound }))
      writes += labels.map { (Library.key(of: $0), "rank", isDefault: false) }
    } else if act == .batchDelete {
      let figures = try context.fetch(
        FetchDescriptor<Figure>(predicate: #Predicate { $0.number >= bound }))
      for figure in figures { note(figure) }
      try context.delete(model: Figure.self, where: #Predicate { $0.number >= bound })
    } else {
      let unique = unique
      try context.insert(model: Label.self, from: 0..<3) { Label("batch \($0)", number: unique) }
    }
  }

  // MARK: Presets

  /// Inserts an object with the name of a preset, as an earlier version of the app did, which had no catalog.
  private mutating func copyPreset() throws {
    if random.happens(50) {
      let label = Label(random.element(of: ["short", "long", "rare"]) ?? "short")
      insert(label)
      if let page = try any(Page.self) { page.labels.append(label) }
    } else {
      let page = Page(random.element(of: ["title", "index", "notes"]) ?? "title")
      insert(page)
      page.remark = random.happens(50) ? "copied" : nil
      page.chapter = try any(Chapter.self)
      if let label = try any(Label.self) { page.labels = [label] }
      if let figure = try any(Figure.self) { page.figures = [figure] }
    }
  }

  /// Merges the copies of presets into them. What users have written in a copy can be an edit of the preset then.
  private mutating func mergeDuplicates() throws {
    hasReset = true
    let former = try keys
    try container.presets.mergeDuplicates(
      [.ofPresets { (page: Page) in page.name }, .ofPresets { (label: Label) in label.name }],
      backup: .none)
    deletions.formUnion(try former.subtracting(keys))
  }

  private mutating func reset(_ act: LibraryAct) throws {
    guard let page = try any(Page.self, where: { $0.isPreset }) else {
      try container.presets.restore()
      return
    }
    guard let preset = try page.presetState().preset else { return }
    do {
      try reset(act, preset)
    } catch let error as PresetError where error.code == .unknownPreset {
      // Another device has a later catalog, with a preset that this app does not know.
    }
  }

  private mutating func reset(_ act: LibraryAct, _ preset: PresetIdentifier) throws {
    switch act {
    case .restorePreset: try container.presets.restore()
    case .resetField:
      let field = random.element(of: ["number", "remark", "chapter"]) ?? "number"
      try container.presets.reset(.fields([field], of: preset), backup: .none)
    case .resetPreset: try container.presets.reset(.preset(preset), backup: .none)
    case .resetEntity:
      try container.presets.reset(
        random.happens(50) ? .models([Page.self]) : .models([Label.self]), backup: .none)
    default: try container.presets.reset(.presets, backup: .none)
    }
  }
}

extension PersistentModel {
  /// `true` for presets, whose keys are negative.
  fileprivate var isPreset: Bool { Library.key(of: self) < 0 }
}
