import Perennial

// Superclasses must be declared in source, so the number of levels of inheritance is limited to these
// classes.

class StoredObject2<First: Place, Second: Place>: StoredObject<First> {
  override class var entity: StoredEntity { StoredEntities.shared[Second.number] }
}

class StoredObject3<First: Place, Second: Place, Third: Place>: StoredObject2<First, Second> {
  override class var entity: StoredEntity { StoredEntities.shared[Third.number] }
}

class StoredObject4<First: Place, Second: Place, Third: Place, Fourth: Place>:
  StoredObject3<First, Second, Third>
{
  override class var entity: StoredEntity { StoredEntities.shared[Fourth.number] }
}

class StoredObject5<First: Place, Second: Place, Third: Place, Fourth: Place, Fifth: Place>:
  StoredObject4<First, Second, Third, Fourth>
{
  override class var entity: StoredEntity { StoredEntities.shared[Fifth.number] }
}

class StoredObject6<
  First: Place, Second: Place, Third: Place, Fourth: Place, Fifth: Place, Sixth: Place
>: StoredObject5<First, Second, Third, Fourth, Fifth> {
  override class var entity: StoredEntity { StoredEntities.shared[Sixth.number] }
}

/// Returns the class of the last entity of a lineage, whose first entity has no superentity; nil if the
/// lineage is too long.
func storedClass(_ numbers: [Int]) -> (any StoredModel.Type)? {
  let places = numbers.map(place)
  func one<A: Place>(_: A.Type) -> any StoredModel.Type { StoredObject<A>.self }
  func two<A: Place, B: Place>(_: A.Type, _: B.Type) -> any StoredModel.Type {
    StoredObject2<A, B>.self
  }
  func three<A: Place, B: Place, C: Place>(
    _: A.Type, _: B.Type, _: C.Type
  ) -> any StoredModel.Type {
    StoredObject3<A, B, C>.self
  }
  func four<A: Place, B: Place, C: Place, D: Place>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type
  ) -> any StoredModel.Type {
    StoredObject4<A, B, C, D>.self
  }
  func five<A: Place, B: Place, C: Place, D: Place, E: Place>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type, _: E.Type
  ) -> any StoredModel.Type {
    StoredObject5<A, B, C, D, E>.self
  }
  func six<A: Place, B: Place, C: Place, D: Place, E: Place, F: Place>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type, _: E.Type, _: F.Type
  ) -> any StoredModel.Type {
    StoredObject6<A, B, C, D, E, F>.self
  }
  return switch places.count {
  case 1: one(places[0])
  case 2: two(places[0], places[1])
  case 3: three(places[0], places[1], places[2])
  case 4: four(places[0], places[1], places[2], places[3])
  case 5: five(places[0], places[1], places[2], places[3], places[4])
  case 6: six(places[0], places[1], places[2], places[3], places[4], places[5])
  default: nil
  }
}
