/// A model whose class was made from what a store's file says of an entity.
///
/// It is not called after the entity, and the program's own class of that entity comes before it.
package protocol DescribedModel: PersistentModel {
  static var entityName: String { get }
}
