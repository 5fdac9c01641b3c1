// Writes pipelines. What may change is decided in the same transaction. Saving a record runs its hooks, so paths, rows,
// evidence and revision follow as after an edit in PocketBase's dashboard.
const { text } = require(`${__hooks}/scoreboard/sql.js`)
const { bool } = require(`${__hooks}/scoreboard/written.js`)

/** SQL for the newest execution of pipeline `p`, by an index for each status; NULL if it never ran. */
const lastRun = `(SELECT json_object('execution_id', r.id, 'status', r.status, 'type', r.type, 'started_at', r.started_at, 'closed_at', coalesce(r.closed_at, ''))
  FROM json_each('["running","completed","failed","timed_out","canceled","terminated"]') s
  JOIN pipeline_results r ON r.id = (SELECT id FROM pipeline_results WHERE pipeline = p.id AND status = s.value ORDER BY started_at DESC LIMIT 1)
  ORDER BY r.started_at DESC LIMIT 1)`

/** SQL for a pipeline `p` with its owner `o`, as shown to authors of pipelines. */
const whole = `json_object('id', p.id, 'path', p.path, 'organization', o.canonified_name, 'organization_name', o.name, 'ready', ${bool("o.namespace_state = 'ready'")},
  'name', p.name, 'canonified_name', p.canonified_name, 'description', coalesce(p.description, ''), 'published', ${bool('p.published')},
  'evidence_public', ${bool('p.evidence_public')}, 'definition', json(iif(coalesce(p.definition, '') = '', 'null', p.definition)), 'updated', p.updated,
  'schedule', json((SELECT json_object('every_seconds', s.every_seconds, 'daily_at', s.daily_at, 'paused', ${bool('s.paused')}) FROM pipeline_schedules s WHERE s.pipeline = p.id)),
  'last_run', json(${lastRun}))`
const from = 'FROM pipelines p JOIN organizations o ON o.id = p.owner'

/** The revision of a pipeline: a digest of every writable member. @param {core.Record} record */
const revisionOf = (record) =>
  $security.sha256(
    JSON.stringify([
      record.getString('name'),
      record.getString('description'),
      record.getString('definition'),
      record.getBool('published'),
      record.getBool('evidence_public'),
    ]),
  )

/** @param {core.App} app @param {string} id @returns the record; `null` if there is none */
function find(app, id) {
  try {
    return app.findRecordById('pipelines', id)
  } catch {
    return null
  }
}

// Reads return the text that SQLite wrote, because serialising an object here would sort its members by name.

/**
 * Pipelines of all organisations, or of one, sorted by path.
 * @param {core.App} app @param {{ organization: string, page: number, per_page: number }} request
 */
function listPipelines(app, { organization, page, per_page }) {
  const only = "({:organization} = '' OR o.canonified_name = {:organization})"
  return text(
    app.db(),
    `SELECT json_object('total', (SELECT count(*) ${from} WHERE ${only}), 'pipelines', json((SELECT coalesce(json_group_array(json(one)), '[]') FROM (
       SELECT ${whole} AS one ${from} WHERE ${only} ORDER BY p.path LIMIT {:limit} OFFSET {:offset})))) AS text`,
    { organization, limit: per_page, offset: (page - 1) * per_page },
  )
}

/** A pipeline with its revision; `null` if the id is unknown. @param {core.App} app @param {{ id: string }} request */
function readPipeline(app, { id }) {
  const record = find(app, id)
  if (record === null) return null
  const found = `SELECT json_set(${whole}, '$.revision', {:revision}) AS text ${from} WHERE p.id = {:id}`
  return text(app.db(), found, { id, revision: revisionOf(record) }) || null
}

/** Every organisation, sorted by name. @param {core.App} app */
const organizations = (app) =>
  text(
    app.db(),
    "SELECT coalesce(json_group_array(json_object('name', name, 'canonified_name', canonified_name)), '[]') AS text FROM (SELECT name, canonified_name FROM organizations ORDER BY canonified_name)",
  )

/**
 * Adds a pipeline. `definition` is JSON text, so that its members keep their order.
 * @param {core.App} app @param {{ organization: string, canonified_name: string, name: string, description: string,
 * definition: string, published: boolean, evidence_public: boolean }} request
 */
function createPipeline(app, { organization, ...members }) {
  /** @type {{ outcome: string, id?: string }} */
  let answer = { outcome: 'unknown_organization' }
  app.runInTransaction((tx) => {
    const owner = text(tx.db(), 'SELECT id AS text FROM organizations WHERE canonified_name = {:organization}', {
      organization,
    })
    if (owner === '') return
    const path = `${organization}/${members.canonified_name}`
    if (text(tx.db(), 'SELECT id AS text FROM pipelines WHERE path = {:path}', { path }) !== '') {
      answer = { outcome: 'exists' }
      return
    }
    const record = new Record(tx.findCollectionByNameOrId('pipelines'), { owner })
    for (const [name, value] of Object.entries(members)) record.set(name, value)
    tx.save(record)
    answer = { outcome: 'created', id: record.id }
  })
  return answer
}

/**
 * Changes members of a pipeline. `revisions` lists the acceptable current revisions; `null` accepts any. Repeating a
 * change that was already made is no conflict, whatever the revision (RFC 9110 section 13.1.1).
 * @param {core.App} app @param {{ id: string, changes: Record<string, string | boolean>, revisions: string[] | null }}
 * request
 */
function changePipeline(app, { id, changes, revisions }) {
  let outcome = 'unknown'
  app.runInTransaction((tx) => {
    const record = find(tx, id)
    if (record === null) return
    const changed = Object.keys(changes).filter((name) =>
      typeof changes[name] === 'boolean'
        ? record.getBool(name) !== changes[name]
        : record.getString(name) !== changes[name],
    )
    if (changed.length === 0) {
      outcome = 'same'
      return
    }
    if (revisions !== null && !revisions.includes(revisionOf(record))) {
      outcome = 'stale'
      return
    }
    const staysPublished = record.getBool('published') && changes.published !== false
    if (staysPublished && changed.includes('definition')) {
      outcome = 'published'
      return
    }
    for (const name of changed) record.set(name, changes[name])
    tx.save(record)
    outcome = 'changed'
  })
  return { outcome }
}

/**
 * Removes a pipeline that never ran and has no scoreboard row.
 * @param {core.App} app @param {{ id: string, revisions: string[] | null, dry: boolean }} request `dry` only says what
 * would be
 */
function removePipeline(app, { id, revisions, dry }) {
  let outcome = 'unknown'
  app.runInTransaction((tx) => {
    const record = find(tx, id)
    if (record === null) return
    const used = text(
      tx.db(),
      `SELECT iif(EXISTS (SELECT 1 FROM pipeline_results WHERE pipeline = {:id}) OR EXISTS (SELECT 1 FROM scoreboard_rows WHERE pipeline = {:id}), 'yes', 'no') AS text`,
      { id },
    )
    if (used === 'yes') outcome = 'ran'
    else if (revisions !== null && !revisions.includes(revisionOf(record))) outcome = 'stale'
    else {
      if (!dry) tx.delete(record)
      outcome = 'removed'
    }
  })
  return { outcome }
}

/**
 * Replaces a definition, published or not, by the same one with its secrets sealed.
 * @param {core.App} app @param {{ id: string, revision: string, definition: string }} request @returns whether it was
 * still that one
 */
function sealDefinition(app, { id, revision, definition }) {
  let sealed = false
  app.runInTransaction((tx) => {
    const record = find(tx, id)
    if (record === null || revisionOf(record) !== revision) return
    record.set('definition', definition)
    tx.save(record)
    tx.db().newQuery(`PRAGMA user_version = ${REPLACED_REMAINS}`).execute()
    sealed = true
  })
  return { sealed }
}

/**
 * Values of SQLite's `user_version`, which PocketBase does not use: whether the files may still hold replaced content.
 */
const [NOTHING_REMAINS, REPLACED_REMAINS] = [0, 1]

/**
 * Rewrites the database if pages of its files may hold replaced content, including content from before a restart.
 * @param {core.App} app @returns whether none is left; if not, call it again later
 */
function forgetReplaced(app) {
  const db = app.nonconcurrentDB()
  if (text(db, 'SELECT user_version AS text FROM pragma_user_version', {}) === String(NOTHING_REMAINS))
    return { forgotten: true }
  db.newQuery('VACUUM').execute()
  // Readers may block it; until it runs, the main file holds the old content.
  const checkpoint = new DynamicModel({ busy: 0 })
  db.newQuery('PRAGMA wal_checkpoint(TRUNCATE)').one(checkpoint)
  if (checkpoint.busy !== 0) return { forgotten: false }
  db.newQuery(`PRAGMA user_version = ${NOTHING_REMAINS}`).execute()
  return { forgotten: true }
}

module.exports = {
  listPipelines,
  readPipeline,
  organizations,
  createPipeline,
  changePipeline,
  removePipeline,
  sealDefinition,
  forgetReplaced,
}
