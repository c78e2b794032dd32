/// The observed objects of contexts that belong to no executor.
///
/// A save cannot wake such a context to merge it. The context merges when it is next used. The
/// thread that saves notifies the context's observers at once, and they find the new values when
/// they read.
final class ObservationHub: Sendable {
  struct Key: Hashable {
    let entityName: String
    let rowID: Int64
  }

  private struct Entry {
    weak var observation: ModelObservation?
    /// The identity of the inbox of the object's context.
    let inbox: ObjectIdentifier
  }

  private let entries = Guarded<[Key: [Entry]]>([:])
  private let hierarchies: ClassHierarchies

  init(_ hierarchies: ClassHierarchies) { self.hierarchies = hierarchies }

  /// Returns the key of an object: the root entity and the row. An event may name a superclass of
  /// the object.
  private func key(_ entityName: String, _ rowID: Int64) -> Key {
    Key(entityName: hierarchies.root(of: entityName), rowID: rowID)
  }

  /// `true` if there are observers to notify.
  var isWatching: Bool { entries.withLock { !$0.isEmpty } }

  func add(_ observation: ModelObservation, _ rowID: Int64, of inbox: Inbox) {
    let key = key(observation.layout.entityName, rowID)
    let entry = Entry(observation: observation, inbox: ObjectIdentifier(inbox))
    entries.withLock { entries in
      let others = (entries[key] ?? []).filter {
        $0.observation != nil && $0.observation !== observation
      }
      entries[key] = others + [entry]
    }
  }

  /// Removes the observers in a context.
  func remove(_ inbox: Inbox) {
    let identity = ObjectIdentifier(inbox)
    entries.withLock { entries in
      entries = entries.compactMapValues { list in
        let others = list.filter { $0.inbox != identity }
        return others.isEmpty ? nil : others
      }
    }
  }

  /// Notifies the observers in all contexts except the context that saved.
  func announce(_ event: ChangeSet, from sender: Inbox?) {
    // Outside the lock: observers run user code.
    for (observation, mask) in concerned(by: event, except: sender.map(ObjectIdentifier.init)) {
      observation.announce(mask)
    }
  }

  private func concerned(
    by event: ChangeSet, except sender: ObjectIdentifier?
  ) -> [(ModelObservation, PropertyMask)] {
    entries.withLock { entries in
      if entries.isEmpty { return [] }
      if event.isErasure || event.isUnspecified {
        return entries.values.joined().compactMap { entry in
          entry.observation.map { ($0, PropertyMask.all) }
        }
      }
      var found: [(ModelObservation, PropertyMask)] = []
      func look(_ name: String, rowID: Int64, mask: PropertyMask) {
        let key = key(name, rowID)
        guard let list = entries[key] else { return }
        let alive = list.filter { $0.observation != nil }
        entries[key] = alive.isEmpty ? nil : alive
        for entry in alive where entry.inbox != sender {
          if let observation = entry.observation { found.append((observation, mask)) }
        }
      }
      for (name, changes) in event.changes {
        for update in changes.updated { look(name, rowID: update.rowID, mask: update.mask) }
        for rowID in changes.deleted { look(name, rowID: rowID, mask: .all) }
      }
      return found
    }
  }
}
