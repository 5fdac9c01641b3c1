const { json } = require(`${__hooks}/scoreboard/sql.js`)
const { filesOf, ownerOf } = require(`${__hooks}/scoreboard/sql.js`)

/**
 * Writes one execution to the ledger; repeating the namespace, workflow and run id updates its record. The pipeline is given by
 * its path, the executing organisation by its namespace. Returns `{execution, organization, pipeline_id}`: the files
 * stored with it, the owner of the pipeline, and its id. Returns `{unknown}` with the name of a member whose value is
 * unknown. `onlyNew` never changes an existing record, and a running status never changes one that has ended: it
 * arrived too late.
 * @param {core.App} app @param {{ pipeline: string, namespace: string, workflow_id: string, run_id: string, onlyNew?:
 * boolean, status?: string }} request with the other columns of the ledger
 */
function record(app, { pipeline, onlyNew = false, ...members }) {
  const organization = json(
    app.db(),
    'SELECT json_quote(id) AS text FROM organizations WHERE canonified_name = {:name}',
    { name: members.namespace },
  )
  if (!organization) return { unknown: 'namespace' }
  const found = json(app.db(), 'SELECT json_quote(id) AS text FROM pipelines WHERE path = {:path}', { path: pipeline })
  if (!found) return { unknown: 'pipeline' }
  let id
  app.runInTransaction((tx) => {
    const known = json(
      tx.db(),
      'SELECT json_quote(id) AS text FROM pipeline_results WHERE workflow_id = {:workflow} AND run_id = {:run} AND namespace = {:namespace}',
      {
        namespace: members.namespace,
        workflow: members.workflow_id,
        run: members.run_id,
      },
    )
    const result = known
      ? tx.findRecordById('pipeline_results', known)
      : new Record(tx.findCollectionByNameOrId('pipeline_results'))
    id = known
    if (known && (onlyNew || (members.status === 'running' && result.getString('status') !== 'running'))) return
    for (const [name, value] of Object.entries(members)) result.set(name, value)
    result.set('owner', organization)
    result.set('pipeline', found)
    tx.save(result)
    id = result.id
  })
  return json(
    app.db(),
    `SELECT json_object('execution', ${filesOf('r')}, 'organization', json(${ownerOf('p')}), 'pipeline_id', p.id) AS text
     FROM pipeline_results r JOIN pipelines p ON p.id = r.pipeline WHERE r.id = {:id}`,
    { id },
  )
}

module.exports = { record }
