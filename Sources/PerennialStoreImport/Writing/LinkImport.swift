import Perennial
import PerennialAppleStores

/// Imports the references of a to-many relationship of one entity's objects.
struct LinkImport {
  private let state: ImportState
  private let plan: EntityPlan
  private let number: Int
  private let links: EntityPlan.Links
  private let recorded: ImportRecords.Entity
  private let tally: Int
  /// The hierarchy of the referenced objects.
  private let hierarchy: Int
  /// The name under which digests are recorded.
  private let recordName: String
  /// The digests that former imports have recorded, by the owner's key in the file.
  private var known: [Int64: ValueDigest]
  private var owner: Int64?
  private var members: [Member] = []

  private struct Member {
    let key: Int64
    let target: KeyMap.Target?
    /// `true` if the object is imported now for the first time.
    let isNew: Bool
  }

  /// Creates the import of a relationship; nil if its references are objects of another file.
  init?(_ links: EntityPlan.Links, ofEntity number: Int, in state: ImportState) throws {
    self.state = state
    self.links = links
    self.number = number
    plan = state.plan.entities[number]
    recorded = state.recorded[number]
    let source = plan.entity.relationship(links.source)
    guard let source,
      let hierarchy = state.plan.hierarchies.firstIndex(
        of: state.store.model.root(of: source.destination))
    else { return nil }
    self.hierarchy = hierarchy
    tally = state.tally(
      of: plan.entity.name, links.source, for: links.relationship.property.name)
    let name = recorded.links[links.source] ?? links.source
    recordName = links.part.isOrder ? "\(name) order" : name
    known = try state.records.linkDigests(ofEntity: recorded.number, recordName)
  }

  /// Reads all references, and writes those that have changed since a former import.
  ///
  /// - Parameter progress: Ends the work if it is cancelled.
  mutating func run(_ progress: OperationProgress) throws {
    var count = 0
    try state.store.forEachLink(of: links.source, from: plan.entity.name) { link in
      if link.owner != owner {
        try finishOwner()
        owner = link.owner
      }
      count += 1
      if count % 1000 == 0 { try progress.check() }
      let key = link.target.key
      members.append(
        Member(
          key: key,
          target: link.isDangling ? nil : state.target(of: key, inHierarchy: hierarchy),
          isNew: state.new[hierarchy].target(of: key) != nil))
    }
    try finishOwner()
    try countOwnerless()
    // Objects that have lost all their references since a former import.
    for key in known.keys.sorted() {
      // The file says nothing of an object whose row it no longer has.
      guard state.present[plan.hierarchy].target(of: key)?.plan == number else { continue }
      if let target = state.target(of: key, inHierarchy: plan.hierarchy) {
        owner = key
        try write([], of: target.key, isAddition: false)
      }
      try state.records.recordLinks(
        of: key, ofEntity: recorded.number, recordName, digest: nil)
    }
  }

  /// Counts the references whose owner the file does not have. The first entity of the hierarchy counts them.
  private func countOwnerless() throws {
    let first = state.plan.entities.first { entity in
      entity.hierarchy == plan.hierarchy && entity.entity.relationship(links.source) != nil
    }
    guard !links.part.isOrder, first?.entity.name == plan.entity.name else { return }
    let count = try state.store.ownerlessLinkCount(of: links.source, from: plan.entity.name)
    state.report.relationships[tally].read += count
    leaveOut(count, "the owner is not in the file")
  }

  private mutating func finishOwner() throws {
    guard let owner else { return }
    defer {
      members.removeAll(keepingCapacity: true)
      self.owner = nil
    }
    var hash = StableDigest()
    for member in members { hash.add(UInt64(bitPattern: member.key)) }
    let former = known.removeValue(forKey: owner)
    let isCounted = !links.part.isOrder
    if isCounted { state.report.relationships[tally].read += members.count }
    guard let target = state.target(of: owner, inHierarchy: plan.hierarchy) else {
      if isCounted { leaveOut(members.count, "the owner is not in the container") }
      return
    }
    let digest = ValueDigest(hash.value, isExact: members.allSatisfy(isWritable))
    let isSame = former?.isSameValue(as: digest) == true && !state.isNew(target.key)
    if isSame, former?.isExact == true {
      if isCounted { state.report.relationships[tally].unchanged += members.count }
      return
    }
    // Objects that a former import has left out may be there now. The user may have removed the other links since.
    try write(members, of: target.key, isAddition: isSame)
    if digest == former { return }
    try state.records.recordLinks(
      of: owner, ofEntity: recorded.number, recordName, digest: digest)
  }

  /// Returns `true` if the container has an object of the right class for a member.
  private func isWritable(_ member: Member) -> Bool {
    guard let target = member.target else { return false }
    return state.plan.entities[target.plan].target.layout.isKind(
      of: links.relationship.destination)
  }

  private func leaveOut(_ count: Int, _ reason: String) {
    if count == 0 { return }
    state.report.relationships[tally].leftOut += count
    state.report.relationships[tally].reason = reason
  }

  /// Returns the keys of the members in the container, each once.
  private func targets(_ members: [Member]) -> [Int64] {
    var seen: Set<Int64> = []
    return members.compactMap { member in
      guard let target = member.target, isWritable(member) else { return nil }
      return members.count > 1 && !seen.insert(target.key).inserted ? nil : target.key
    }
  }

  /// - Parameter isAddition: `true` if a former import has written the links to the other objects.
  private func write(_ members: [Member], of owner: Int64, isAddition: Bool) throws {
    let targets = targets(members)
    let added = isAddition ? Set(self.targets(members.filter(\.isNew))) : Set(targets)
    if !isAddition || !added.isEmpty {
      switch links.part {
      case .links: try writeLinks(targets, of: owner, adding: added, isAddition: isAddition)
      case .members: try writeMembers(targets, of: owner, adding: added, isAddition: isAddition)
      case .memberOrder: try writeOrder(targets)
      case .order: try writeInverseOrder(targets, of: owner)
      }
    }
    if links.part.isOrder { return }
    state.report.relationships[tally].written += added.count
    state.report.relationships[tally].unchanged += targets.count - added.count
    let missing = members.count - targets.count
    leaveOut(missing, "an object is missing, or of another class")
    if missing > 0, let row = self.owner {
      state.remark(
        of: plan.entity.name, links.relationship.property.name, row: row,
        because:
          "a referenced object is not in the file, not imported, or of another class; the reference is left out"
      )
    }
  }

  // MARK: Join tables

  /// - Parameter added: The objects to which new links lead. Other links are not inserted again.
  private func writeLinks(
    _ targets: [Int64], of owner: Int64, adding added: Set<Int64>, isAddition: Bool
  ) throws {
    let isNewOwner = state.isNew(owner)
    if !isNewOwner, !isAddition { try removeLinks(of: owner, except: Set(targets)) }
    var position = OrderKeyGenerator.reserve(Int64(max(targets.count, 1)))
    for target in targets {
      defer { position += 1 }
      guard added.contains(target) else {
        try state.editor.reorderLink(
          owner, to: target, by: links.relationship, of: plan.target, position: position,
          isNoted: true)
        continue
      }
      let kind: LinkChanges.Kind? = isNewOwner || state.isNew(target) ? nil : .link
      try link(owner, to: target, position: position, noting: kind)
      // A relationship that is its own inverse has a link in each direction.
      if links.relationship.isSymmetric, owner != target {
        try link(target, to: owner, position: position, noting: kind)
      }
    }
  }

  private func link(
    _ owner: Int64, to target: Int64, position: Int64, noting kind: LinkChanges.Kind?
  ) throws {
    try state.editor.link(
      owner, to: target, by: links.relationship, of: plan.target, position: position, noting: kind)
  }

  /// Removes the links of an object to imported objects that the file no longer has. Links to other objects are those of
  /// the user.
  private func removeLinks(of owner: Int64, except targets: Set<Int64>) throws {
    for target in try state.editor.targets(of: owner, by: links.relationship)
    where !targets.contains(target) && state.isImported(target, hierarchy: hierarchy) {
      try state.editor.unlink(owner, from: target, by: links.relationship, of: plan.target)
      if links.relationship.isSymmetric {
        try state.editor.unlink(target, from: owner, by: links.relationship, of: plan.target)
      }
    }
  }

  /// Gives the links of an object their order, after the other side of the relationship has inserted them. Links that the
  /// user has removed stay removed.
  private func writeInverseOrder(_ targets: [Int64], of owner: Int64) throws {
    let isNewOwner = state.isNew(owner)
    var position = OrderKeyGenerator.reserve(Int64(max(targets.count, 1)))
    for target in targets {
      try state.editor.reorderLink(
        owner, to: target, by: links.relationship, of: plan.target, position: position,
        isNoted: !isNewOwner && !state.isNew(target))
      position += 1
    }
  }

  // MARK: References of the members

  private func writeOrder(_ targets: [Int64]) throws {
    var position = OrderKeyGenerator.reserve(Int64(max(targets.count, 1)))
    for target in targets {
      try state.editor.reorder(
        target, orderKey: position, by: links.relationship, of: plan.target,
        isNoted: !state.isNew(target))
      position += 1
    }
  }

  private func writeMembers(
    _ targets: [Int64], of owner: Int64, adding added: Set<Int64>, isAddition: Bool
  ) throws {
    guard let inverse = links.relationship.inverse,
      let destination = state.editor.entities.destination(
        of: links.relationship.property, in: plan.target)
    else { return }
    if !state.isNew(owner), !isAddition {
      let wanted = Set(targets)
      for member in try state.editor.members(of: owner, by: links.relationship)
      where !wanted.contains(member) && state.isImported(member, hierarchy: hierarchy) {
        try state.editor.update(
          member, of: destination, RowValues(columns: [inverse.index: .null]))
      }
    }
    for target in targets where added.contains(target) {
      try state.editor.setReference(
        of: target, to: owner, by: links.relationship, of: plan.target,
        isNoted: !state.isNew(target))
    }
    try writeOrder(targets)
  }
}

extension EntityPlan.Links.Part {
  /// `true` if only order keys are written.
  var isOrder: Bool {
    switch self {
    case .order, .memberOrder: true
    case .links, .members: false
    }
  }
}
