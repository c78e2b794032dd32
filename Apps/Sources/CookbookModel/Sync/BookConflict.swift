public import Foundation
import PerennialRecords
import PerennialSync
import SwiftData

/// A change of this device that has met a change of another one. The book shows one of them, and the cook can
/// choose.
public struct BookConflict: Codable, Equatable, Identifiable, Sendable {
  /// The kinds of conflicts.
  public enum Kind: String, Codable, Sendable {
    /// Both devices have changed a part of a recipe.
    case edits
    /// This device has changed a thing that the other one has deleted.
    case deletedByOther
    /// This device has deleted a thing that the other one has changed.
    case deletedHere
    /// Another thing has the name that this device has given.
    case uniqueValue
    /// The thing that this one belongs to is deleted.
    case missingReference
  }

  /// A side of a conflict.
  public enum Side: String, Codable, CaseIterable, Sendable {
    /// The change of this device.
    case mine
    /// The change of the other device.
    case theirs
  }

  /// The number of the conflict in the book.
  public var id: Int64
  public var kind: Kind
  /// `true` for a conflict about a recipe itself; `false` for one about an ingredient, a log entry or a tag.
  public var isAboutRecipe: Bool
  /// The recipe; nil if the book does not have it.
  public var recipe: UUID?
  /// The title of the recipe, or a name for a thing that the book does not have.
  public var title: String
  /// The part of the recipe.
  public var part: String
  /// The text that both devices have replaced; nil if it is not known.
  public var base: String?
  /// The text of this device.
  public var mine: String
  /// The text of the other device.
  public var theirs: String
  /// The side that the book shows now.
  public var shown: Side
}

extension BookConflict {
  init(_ conflict: SyncConflict, of subject: ConflictSubject) {
    id = conflict.id
    isAboutRecipe = conflict.object.entityName == "Recipe"
    recipe = subject.recipe
    title = subject.title
    switch conflict.kind {
    case .edits(let property, let before, let mine, let theirs):
      kind = .edits
      part = subject.part(property)
      base = before.map { $0.text(of: property) }
      self.mine = mine.value.text(of: property)
      self.theirs = theirs.value.text(of: property)
      shown = theirs.date < mine.date ? .mine : .theirs
    case .deletedByOther(let edits, _):
      kind = .deletedByOther
      part = subject.name
      mine = Self.text(edits)
      theirs = "Deleted"
      shown = .theirs
    case .deletedHere(let edits, _):
      kind = .deletedHere
      part = subject.name
      mine = "Deleted"
      theirs = Self.text(edits)
      shown = .mine
    case .uniqueValue(let property, let written, let present, _):
      kind = .uniqueValue
      part = subject.part(property)
      mine = written.text(of: property)
      theirs = present?.text(of: property) ?? "Hidden, until one of the names is free"
      shown = .theirs
    case .missingReference(let property, _):
      kind = .missingReference
      part = subject.part(property)
      mine = "Restored"
      theirs = "Deleted, with what belongs to it"
      shown = .theirs
    }
  }

  /// The property that a conflict is about; nil if it is about a deletion.
  static func property(of conflict: SyncConflict) -> String? {
    switch conflict.kind {
    case .edits(let property, _, _, _), .uniqueValue(let property, _, _, _),
      .missingReference(let property, _):
      property
    case .deletedByOther, .deletedHere: nil
    }
  }

  private static func text(_ edits: [String: RecordValue]) -> String {
    let hidden: Set = ["uid", "createdAt", "presetKey", "averageRating", "position", "recipe"]
    let lines = edits.filter { !hidden.contains($0.key) }
      .map { "\(RecordValue.label(of: $0.key)): \($0.value.text(of: $0.key))" }
    return lines.isEmpty ? "Changed" : lines.sorted().joined(separator: "\n")
  }
}

/// The thing that a conflict is about, in words.
struct ConflictSubject {
  var recipe: UUID?
  var title: String
  /// The kind of the thing, such as “Recipe” or “Ingredient”, with its name if it has one in its recipe.
  var name: String
  /// `true` for a recipe: the name of a part needs no other one before it.
  var isRecipe: Bool

  func part(_ property: String) -> String {
    let label = RecordValue.label(of: property)
    return isRecipe ? label : "\(name): \(label.lowercased())"
  }
}

extension RecordValue {
  /// The name of a property as pages show it.
  static func label(of property: String) -> String {
    switch property {
    case "minutes": "Time in minutes"
    case "isFavorite": "Favourite"
    case "position": "Place in the list"
    default:
      RecipeField(rawValue: property)?.label
        ?? property.prefix(1).uppercased() + property.dropFirst()
    }
  }

  /// The value as a cook reads it.
  func text(of property: String) -> String {
    switch self {
    case .null: "None"
    case .integer(let number):
      property == "isFavorite" ? (number == 0 ? "No" : "Yes") : "\(number)"
    case .real(let number):
      switch property {
      case "date", "createdAt":
        Date(timeIntervalSinceReferenceDate: number).formatted(.iso8601.year().month().day())
      default: IngredientLine(quantity: number, unit: "", name: "").quantityText
      }
    case .text(let text): Self.text(Data(text.utf8)) ?? (text.isEmpty ? "None" : text)
    case .blob(let data): Self.text(data) ?? "\(data.count) bytes"
    case .reference: "Another recipe"
    case .sealed: "Not readable on this device"
    case .asset(let asset): "\(asset.byteCount) bytes"
    }
  }

  /// The value of a `Codable` property; nil for another text.
  private static func text(_ data: Data) -> String? {
    let decoder = JSONDecoder()
    if let lines = try? decoder.decode([String].self, from: data) {
      return lines.isEmpty ? "None" : lines.joined(separator: "\n")
    }
    let word = try? decoder.decode(String.self, from: data)
    return Difficulty(rawValue: word ?? String(decoding: data, as: UTF8.self))?.label
  }
}
