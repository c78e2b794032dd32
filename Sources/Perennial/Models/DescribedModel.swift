/// A model whose class was made from the description of an entity in a store's file.
///
/// The class is not named after the entity. The program's own class of that entity takes
/// precedence.
package protocol DescribedModel: PersistentModel {
  static var entityName: String { get }
  /// `true` if the file states the effect of a deletion on related objects. Otherwise the class
  /// does not know the effect, and must not write rules to the file.
  static var hasKnownRules: Bool { get }
}
