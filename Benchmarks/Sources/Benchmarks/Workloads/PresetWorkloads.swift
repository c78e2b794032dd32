import Foundation

/// The workloads that measure the cost of presets.
enum PresetWorkloads {
  static let first = "first"
  static let none = "none"
  static let edit = "edit"
  static let editOther = "edit another"
  static let update = "update"
  static let reset = "reset"

  /// The same done to presets and to objects of the user.
  static func overhead(_ count: Int) -> Workload {
    Workload(
      name: "presets",
      title: "\(count.formatted()) presets of 8 columns, and as many objects that are none",
      reference: .perennialWithoutPresets,
      steps: [
        .init(name: first, title: "make them and save them to a new file", bound: .ratio(1.5)),
        .init(name: none, title: "open the file again, with nothing to do"),
        .init(
          name: edit, title: "change one preset and save, \(count.formatted()) times",
          bound: .ratio(1.2)),
        // To cost nothing is to be within what the same run differs by from another one.
        .init(
          name: editOther,
          title: "change one of the user's objects beside them and save, as often",
          bound: .ratio(1.02)),
        .init(
          name: ItemSteps.update,
          title: "change \((count / 2).formatted()) of the user's objects beside them and save",
          bound: .ratio(1)),
      ]
    ) { directory in
      let values = ItemValues.make(count)
      return [false, true].map { hasPresets in
        Contender(library: hasPresets ? .perennial : .perennialWithoutPresets) { stopwatch in
          let file = directory.newFile()
          defer { directory.delete(file) }
          let presets = PerennialPresetItems(file, values)
          try presets.make(hasPresets, stopwatch)
          try presets.open(hasPresets, stopwatch)
          try presets.edit(ofUser: false, as: edit, stopwatch)
          try presets.edit(ofUser: true, as: editOther, stopwatch)
          try presets.editOthers(stopwatch)
        }
      }
    }
  }

  /// A new version of a catalog, against the statement that writes the same values to the same rows.
  static func updates(_ count: Int, edited: Int) -> Workload {
    Workload(
      name: "catalog",
      title: """
        a new version of \(count.formatted()) presets of 8 columns, which changes one of each, and \
        \(edited.formatted()) of which were edited; the raw C API makes all rows, and writes that column
        """,
      steps: [.init(name: update, title: "update", bound: .ratio(2))]
    ) { directory in
      let values = ItemValues.make(count)
      return [
        Contender(library: .raw) { stopwatch in
          let file = directory.newFile()
          defer { directory.delete(file) }
          try RawPresets(file, values).update(values, stopwatch)
        },
        Contender(library: .perennial) { stopwatch in
          let file = directory.newFile()
          defer { directory.delete(file) }
          try PerennialPresetItems(file, values).update(edited: edited, stopwatch)
        },
      ]
    }
  }

  /// A reset of everything, with its backup.
  static func resets(_ count: Int) -> Workload {
    Workload(
      name: "reset",
      title: """
        reset \(count.formatted()) objects of 8 columns, all of them presets, with a backup; the raw C \
        API copies the database, deletes all rows and inserts them again
        """,
      steps: [.init(name: reset, title: "reset", bound: .ratio(2))]
    ) { directory in
      let values = ItemValues.make(count)
      return [
        Contender(library: .raw) { stopwatch in
          let file = directory.newFile()
          defer { directory.delete(file) }
          try RawPresets(file, values).reset(values, directory.newFile(), stopwatch)
        },
        Contender(library: .perennial) { stopwatch in
          let file = directory.newFile()
          defer { directory.delete(file) }
          try PerennialPresetItems(file, values).reset(stopwatch)
        },
      ]
    }
  }

  /// Presets of a file, against those of an array in the program.
  static func files(_ count: Int) -> Workload {
    Workload(
      name: "files",
      title: "\(count.formatted()) presets of 8 columns, from a file of JSON and from an array",
      reference: .perennial,
      steps: [
        .init(name: first, title: "read them and save them to a new store"),
        .init(name: none, title: "open the store again, with nothing to do"),
      ]
    ) { directory in
      let values = ItemValues.make(count)
      return [Library.perennial, .perennialFromFile].map { library in
        Contender(library: library) { stopwatch in
          let (store, file) = (directory.newFile(), directory.newFile())
          defer { for file in [store, file] { directory.delete(file) } }
          let presets = PerennialPresetItems(store, values)
          if library == .perennialFromFile {
            try presets.write(to: file)
            try presets.openFile(file, stopwatch)
          } else {
            try presets.openArray(stopwatch)
          }
        }
      }
    }
  }
}
