/// A model whose class was made from what a store's file says of an entity.
///
/// It is not called after the entity, and the program's own class of that entity comes before it.
package protocol DescribedModel: PersistentModel {
  static var entityName: String { get }
  /// Whether the file says what becomes of related objects when one is deleted. If not, the class does not
  /// know it either, and must not write down that it does.
  static var hasKnownRules: Bool { get }
}
