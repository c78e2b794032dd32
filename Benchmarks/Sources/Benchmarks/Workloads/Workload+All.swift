extension Workload {
  /// Every workload, in the order of the table.
  static func all(large: Bool) -> [Workload] {
    var workloads = [
      ItemWorkloads.fetch(100_000),
      ItemWorkloads.refetch(100_000),
      ItemWorkloads.insert(100_000),
      ItemWorkloads.insertBatch(100_000),
      ItemWorkloads.update(10_000, of: 100_000),
      ItemWorkloads.key(100_000),
      ItemWorkloads.memory(large ? 1_000_000 : 200_000),
      IntegerWorkloads.fetch(200_000),
      IntegerWorkloads.insert(50_000),
      UserWorkloads.simpleObjects(10_000),
      UserWorkloads.simpleObjects(100_000),
      SchoolWorkloads.complexObjects(),
      LinkWorkloads.growth(),
      HistoryWorkloads.history(20_000),
      LiveWorkloads.observers(100, over: 10_000),
      MigrationWorkloads.items(100_000),
      PresetWorkloads.overhead(10_000),
      PresetWorkloads.updates(10_000, edited: 500),
      PresetWorkloads.resets(100_000),
      PresetWorkloads.files(10_000),
      OpeningWorkloads.fiftyEntities(),
    ]
    if large { workloads.insert(ItemWorkloads.fetch(1_000_000), at: 1) }
    return workloads
  }
}
