// Writes organisations. What may change is decided in the same transaction.
const { text, run, now } = require(`${__hooks}/scoreboard/sql.js`)
const { revisionOf } = require(`${__hooks}/scoreboard/written.js`)

/** SQL for an organisation `o` as the interface shows it. */
const whole = `json_object('id', o.id, 'name', o.name, 'canonified_name', o.canonified_name, 'description', coalesce(o.description, ''),
  'website', coalesce(o.website, ''), 'logo', coalesce(o.logo, ''), 'namespace_state', iif(coalesce(o.namespace_state, '') = '', 'pending', o.namespace_state),
  'namespace_problem', coalesce(o.namespace_problem, ''), 'created', o.created, 'updated', o.updated)`

const writable = ['name', 'description', 'website', 'logo']

/** @param {core.App} app @param {string} organization @returns the record; `null` if there is none */
function find(app, organization) {
  const id = text(app.db(), 'SELECT id AS text FROM organizations WHERE canonified_name = {:organization}', {
    organization,
  })
  return id === '' ? null : app.findRecordById('organizations', id)
}

/**
 * A page of all organisations, or the one that is named, sorted by namespace, as JSON text.
 * @param {core.App} app @param {{ only: string, search: string, page: number, per_page: number }} request
 */
function listOrganizations(app, { only, search, page, per_page }) {
  const condition = `({:only} = '' OR o.canonified_name = {:only})
    AND ({:search} = '' OR instr(lower(o.name), lower({:search})) > 0 OR instr(o.canonified_name, lower({:search})) > 0)`
  return text(
    app.db(),
    `SELECT json_object('total', (SELECT count(*) FROM organizations o WHERE ${condition}), 'organizations', json((SELECT coalesce(json_group_array(json(one)), '[]') FROM (
       SELECT ${whole} AS one FROM organizations o WHERE ${condition} ORDER BY o.canonified_name LIMIT {:limit} OFFSET {:offset})))) AS text`,
    { only, search, limit: per_page, offset: (page - 1) * per_page },
  )
}

/** An organisation with its revision; `null` for an unknown one. @param {core.App} app @param {{ organization: string }} request */
function readOrganization(app, { organization }) {
  const record = find(app, organization)
  if (record === null) return null
  return text(
    app.db(),
    `SELECT json_set(${whole}, '$.revision', {:revision}) AS text FROM organizations o WHERE o.id = {:id}`,
    {
      id: record.id,
      revision: revisionOf(record, writable),
    },
  )
}

/** A name as people compare it. @param {string} name */
const folded = (name) => name.normalize('NFKC').trim().toLowerCase()

/**
 * Whether another organisation is called so, or its namespace is: visitors could not tell the two apart.
 * @param {core.App} app @param {string} name @param {string} own its namespace
 */
const isTaken = (app, name, own) =>
  JSON.parse(
    text(
      app.db(),
      `SELECT coalesce(json_group_array(name), '[]') AS text
       FROM (SELECT name FROM organizations WHERE canonified_name <> {:own}
             UNION ALL SELECT canonified_name FROM organizations WHERE canonified_name <> {:own})`,
      { own },
    ),
  ).some((/** @type {string} */ other) => folded(other) === folded(name))

/** @param {core.App} app @param {{ canonified_name: string, name: string, most: number } & Record<string, any>} request */
function createOrganization(app, { most, ...members }) {
  /** @type {{ outcome: string, id?: string }} */
  let answer = { outcome: 'exists' }
  app.runInTransaction((tx) => {
    if (find(tx, members.canonified_name) !== null) return
    if (isTaken(tx, members.name, members.canonified_name)) {
      answer = { outcome: 'name_taken' }
      return
    }
    if (Number(text(tx.db(), 'SELECT count(*) AS text FROM organizations')) >= most) {
      answer = { outcome: 'too_many' }
      return
    }
    const record = new Record(tx.findCollectionByNameOrId('organizations'))
    for (const [name, value] of Object.entries(members)) record.set(name, value)
    record.set('namespace_state', 'pending')
    tx.save(record)
    answer = { outcome: 'created', id: record.id }
  })
  return answer
}

/**
 * Changes members of an organisation. `revisions` lists the acceptable current revisions; `null` accepts any.
 * @param {core.App} app @param {{ organization: string, changes: Record<string, any>, revisions: string[] | null }} request
 */
function changeOrganization(app, { organization, changes, revisions }) {
  let outcome = 'unknown'
  app.runInTransaction((tx) => {
    const record = find(tx, organization)
    if (record === null) return
    if (revisions !== null && !revisions.includes(revisionOf(record, writable))) {
      outcome = 'stale'
      return
    }
    if (changes.name !== undefined && isTaken(tx, changes.name, organization)) {
      outcome = 'name_taken'
      return
    }
    for (const [name, value] of Object.entries(changes)) record.set(name, value)
    tx.save(record)
    outcome = 'changed'
  })
  return { outcome }
}

/**
 * Notes how a namespace stands with Temporal, unless it is ready already.
 * @param {core.App} app @param {{ id: string, state: string, problem: string }} request
 */
function noteNamespace(app, { id, state, problem }) {
  app.runInTransaction((tx) => {
    run(
      tx.db(),
      `UPDATE organizations SET namespace_state = {:state}, namespace_problem = {:problem}, updated = ${now}
       WHERE id = {:id} AND namespace_state <> 'ready'`,
      { id, state, problem },
    )
  })
  return {}
}

/** At most so many pipelines are named. */
const namedMax = 20

/**
 * Deletes an organisation without pipelines and runs, with everything else that it owns; `used` says what it has.
 * @param {core.App} app @param {{ organization: string, revisions: string[] | null }} request
 */
function removeOrganization(app, { organization, revisions }) {
  /** @type {{ outcome: string, used_by?: { pipelines: string[], executions: boolean } }} */
  let answer = { outcome: 'unknown' }
  app.runInTransaction((tx) => {
    const record = find(tx, organization)
    if (record === null) return
    if (revisions !== null && !revisions.includes(revisionOf(record, writable))) {
      answer = { outcome: 'stale' }
      return
    }
    const pipelines = JSON.parse(
      text(
        tx.db(),
        `SELECT json_group_array(path) AS text FROM (SELECT path FROM pipelines WHERE owner = {:id} ORDER BY path LIMIT ${namedMax})`,
        { id: record.id },
      ),
    )
    const executions =
      text(tx.db(), "SELECT 'yes' AS text FROM pipeline_results WHERE owner = {:id} LIMIT 1", { id: record.id }) ===
      'yes'
    if (pipelines.length > 0 || executions) {
      answer = { outcome: 'used', used_by: { pipelines, executions } }
      return
    }
    tx.delete(record)
    answer = { outcome: 'removed' }
  })
  return answer
}

module.exports = {
  listOrganizations,
  readOrganization,
  createOrganization,
  changeOrganization,
  removeOrganization,
  noteNamespace,
}
