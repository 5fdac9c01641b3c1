const { json } = require(`${__hooks}/scoreboard/sql.js`)
const { relations } = require(`${__hooks}/scoreboard/columns.js`)
const { named } = require(`${__hooks}/scoreboard/rows.js`)
const { filesOf, ownerOf } = require(`${__hooks}/scoreboard/sql.js`)

/** Collections in which to look names up. Each name is looked up by its path, and only in its own collection. */
const collections = [
  'wallets',
  'wallet_versions',
  'wallet_actions',
  'credential_issuers',
  'credentials',
  'verifiers',
  'use_cases_verifications',
  'custom_checks',
  'mobile_runners',
  'conformance_checks',
]

/** @type {Record<string, string>} When a record `t` of a collection is public. Checks always are. */
const isPublic = { ...Object.fromEntries(Object.values(relations)), conformance_checks: '1' }

/**
 * Resolves names to record ids. `paths`: collection → paths; `pipelines`: ids to verify; `results`: pipeline, workflow
 * and run id of executions. Returns `{paths: {collection: {path: id}}, claimed: {check: organisation}, pipelines: [[id, owner, named]],
 * results: [[pipeline, workflow_id, run_id, files]]}` with `owner` and `files` as defined in files.js; `named` is 1 if the
 * pipeline's row names it, and `claimed` says which organisation a check's name belongs to by its first part. With `visibleTo`, only public paths and those of the organisation with this namespace are found.
 * An execution of another pipeline counts as not found, because that pipeline may be private.
 * @param {core.App} app @param {{ paths: Record<string, string[]>, pipelines: string[], results: [string, string,
 * string][], visibleTo?: string }} request
 */
function resolve(app, { paths, pipelines, results, visibleTo = '' }) {
  const db = app.db()
  /** @type {Record<string, Record<string, string>>} */
  const found = {}
  for (const name of collections) {
    const wanted = paths[name]
    found[name] =
      wanted && wanted.length > 0
        ? json(
            db,
            `SELECT json_group_object(t.path, t.id) AS text FROM json_each({:wanted}) w CROSS JOIN ${name} t ON t.path = w.value
             WHERE {:own} = '' OR (t.path >= {:own} || '/' AND t.path < {:own} || '0') OR (${isPublic[name]})`,
            {
              wanted: JSON.stringify(wanted),
              own: visibleTo,
            },
          )
        : {}
  }
  return {
    paths: found,
    claimed: json(
      db,
      `SELECT json_group_object(w.value, o.id) AS text FROM json_each({:wanted}) w
       CROSS JOIN organizations o ON o.canonified_name = substr(w.value, 1, instr(w.value, '/') - 1)`,
      { wanted: JSON.stringify(paths.conformance_checks || []) },
    ),
    pipelines: json(
      db,
      `SELECT json_group_array(json_array(p.id, json(${ownerOf('p')}), iif(${named}, 1, 0))) AS text FROM json_each({:wanted}) w CROSS JOIN pipelines p ON p.id = w.value`,
      {
        wanted: JSON.stringify(pipelines),
      },
    ),
    results: json(
      db,
      `SELECT json_group_array(json_array(t.pipeline, t.workflow_id, t.run_id, ${filesOf('t')})) AS text FROM json_each({:wanted}) w
       CROSS JOIN pipeline_results t ON t.workflow_id = w.value ->> 1 AND t.run_id = w.value ->> 2 AND t.pipeline = w.value ->> 0`,
      { wanted: JSON.stringify(results) },
    ),
  }
}

module.exports = { resolve }
