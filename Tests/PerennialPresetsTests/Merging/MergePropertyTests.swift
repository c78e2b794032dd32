import Perennial
@testable import PerennialPresets
import RandomTesting
import Testing
import PerennialRecords

@Suite("Plans for random duplicates")
struct MergePropertyTests {
  private static let seeds = TestSeeds.some(300)

  @Test("A plan does not depend on the order in which rows are found")
  func order() {
    for seed in Self.seeds {
      var author = MergeAuthor(seed: seed)
      var world = author.world()
      let plan = world.plan
      for _ in 0..<3 {
        world.request.rows.shuffle(using: &author.generator)
        #expect(world.plan == plan, "seed \(seed)")
      }
    }
  }

  @Test("Once a plan is carried out nothing is left to do, and what waits for confirmation waits")
  func idempotence() {
    for seed in Self.seeds {
      var author = MergeAuthor(seed: seed)
      var world = author.world()
      let plan = world.plan
      world.apply(plan)
      #expect(world.plan.merges.isEmpty, "seed \(seed)")
      #expect(world.plan.unconfirmed == plan.unconfirmed, "seed \(seed)")
    }
  }

  @Test("Each preset has one row, under its own name, unless a person has deleted it")
  func uniqueness() {
    for seed in Self.seeds {
      var author = MergeAuthor(seed: seed)
      var world = author.world()
      let before = world.request
      world.apply(world.plan)
      for name in MergeAuthor.presets {
        let rows = world.request.rows.filter { $0.identity == .preset(name) }
        let isDeleted = before.presets[name].map { RecordReading($0).isDeleted } == true
        let wasThere = before.rows.contains { $0.identity == .preset(name) }
        #expect(rows.map(\.name) == (wasThere && !isDeleted ? [name] : []), "seed \(seed)")
      }
    }
  }

  @Test("What people wrote stays, or the plan says that it gives way, and to something later")
  func nothingLost() {
    for seed in Self.seeds {
      var author = MergeAuthor(seed: seed)
      let world = author.world()
      let plan = world.plan
      let redirects = plan.redirects
      for merge in plan.merges {
        let edition = world.request.presets[merge.winner]?.catalogVersion
        for name in merge.losers {
          guard let row = world.row(name) else { continue }
          for (field, stored) in row.values {
            let value = stored.following(redirects)
            if merge.values[field] == value { continue }
            let isDefault =
              row.stamps[field] == nil
              && edition?.offers(value, for: field, following: redirects) == true
            let isTold = merge.overridden.contains {
              $0.row == name && $0.field == field && $0.value == value
            }
            #expect(isTold != isDefault, "seed \(seed), \(name) \(field)")
          }
          for target in row.links["tags"] ?? [] where !merge.isDeleted {
            if plan.merges.contains(where: {
              $0.isDeleted && $0.winner == redirects.destination(of: target)
            }) {
              continue
            }
            let isKept = merge.links["tags"]?.contains(redirects.destination(of: target)) == true
            let isReset = world.request.presets[merge.winner]?.reset != nil
            #expect(isKept || isReset, "seed \(seed), \(name) → \(target)")
          }
        }
        #expect(Set(merge.links["tags"] ?? []).count == merge.links["tags"]?.count ?? 0)
      }
    }
  }

  @Test("Every reference leads to a row that is there")
  func references() {
    for seed in Self.seeds {
      var author = MergeAuthor(seed: seed)
      var world = author.world()
      let before = world.request
      world.apply(world.plan)
      let there = Set(world.request.rows.map(\.name))
      let goners = Set(before.rows.map(\.name)).subtracting(there)
      for row in world.request.rows {
        for target in row.values.values.compactMap(\.target) + (row.links["tags"] ?? []) {
          #expect(!goners.contains(target), "seed \(seed), \(row.name)")
        }
      }
    }
  }

  @Test("What is not confirmed is left alone")
  func lookAlikes() {
    for seed in Self.seeds {
      var author = MergeAuthor(seed: seed)
      let world = author.world()
      let plan = world.plan
      let merged = Set(plan.merges.flatMap { $0.losers + [$0.winner] })
      for group in plan.unconfirmed {
        #expect(group.rows.count > 1)
        #expect(merged.isDisjoint(with: group.rows), "seed \(seed)")
        #expect(!world.request.confirmed.contains(group.identity), "seed \(seed)")
      }
    }
  }

  @Test("Merging some rows first and the others later ends as merging all at once")
  func stepwise() {
    for seed in Self.seeds {
      var author = MergeAuthor(seed: seed)
      var atOnce = author.world()
      atOnce.request.rows.removeAll { if case .key = $0.identity { true } else { false } }
      // A deleted object removes the references of the rows that exist at that time.
      guard !atOnce.plan.merges.contains(where: \.isDeleted) else { continue }
      var stepwise = atOnce
      let late = stepwise.request.rows.filter { $0.key > 0 && author.generator.happens(50) }
      // References to rows that do not exist yet lead to the preset, as do the references of the late
      // rows.
      let redirects = atOnce.plan.redirects
      stepwise.request.rows.removeAll { row in late.contains { $0.name == row.name } }
      stepwise.request.rows = stepwise.request.rows.map { $0.following(redirects) }
      stepwise.apply(stepwise.plan)
      stepwise.request.rows += late.map { $0.following(redirects) }
      stepwise.apply(stepwise.plan)
      atOnce.apply(atOnce.plan)
      for row in atOnce.request.rows {
        let other = stepwise.row(row.name)
        #expect(other?.values == row.values, "seed \(seed), \(row.name)")
        #expect(Set(other?.links["tags"] ?? []) == Set(row.links["tags"] ?? []), "seed \(seed)")
      }
      #expect(stepwise.request.rows.count == atOnce.request.rows.count, "seed \(seed)")
    }
  }
}

extension MergeRow<Content> {
  /// The row with its references led to where the rows went.
  fileprivate func following(_ redirects: Redirects) -> MergeRow {
    var row = self
    row.values = values.mapValues { $0.following(redirects) }
    row.links = links.mapValues { $0.map { redirects.destination(of: $0) } }
    return row
  }
}
