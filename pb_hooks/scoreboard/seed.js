/**
 * Makes the built-in records, all or none, when the first of them is not there: what somebody deleted later stays deleted.
 * `records`: pairs of collection and members. Answers `{created}`.
 */
function seed(app, { records }) {
  let created = false
  app.runInTransaction((tx) => {
    const [collection, first] = records[0]
    try {
      tx.findRecordById(collection, first.id)
      return
    } catch {
      // Not there: a fresh installation.
    }
    for (const [name, members] of records) tx.save(new Record(tx.findCollectionByNameOrId(name), members))
    created = true
  })
  return { created }
}

module.exports = { seed }
