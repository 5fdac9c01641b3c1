const { requireFull } = require(`${__hooks}/evidence/durability.js`)

const bodyBytesMax = 128 * 1024 * 1024

/**
 * Each action takes the request body and returns the response.
 * @type {Record<string, () => (app: core.App, body: any) => unknown>}
 */
const actions = {
  begin: () => require(`${__hooks}/scoreboard/aggregation.js`).begin,
  describe: () => require(`${__hooks}/scoreboard/aggregation.js`).describe,
  reports: () => require(`${__hooks}/scoreboard/aggregation.js`).reports,
  fail: () => require(`${__hooks}/scoreboard/aggregation.js`).fail,
  'set-namespaces': () => require(`${__hooks}/scoreboard/aggregation.js`).setNamespaces,
  namespaces: () => require(`${__hooks}/scoreboard/aggregation.js`).namespaces,
  resolve: () => require(`${__hooks}/scoreboard/resolve.js`).resolve,
  stage: () => require(`${__hooks}/scoreboard/aggregation.js`).stage,
  'finish-part': () => require(`${__hooks}/scoreboard/aggregation.js`).finishPart,
  commit: () => require(`${__hooks}/scoreboard/commit.js`).commit,
  contribute: () => require(`${__hooks}/scoreboard/contributions.js`).contribute,
  'note-failure': () => require(`${__hooks}/scoreboard/contributions.js`).noteFailure,
  'prepare-merge': () => require(`${__hooks}/scoreboard/contributions.js`).prepareMerge,
  contributions: () => require(`${__hooks}/scoreboard/contributions.js`).page,
  record: () => require(`${__hooks}/scoreboard/ledger.js`).record,
  'describe-pipeline': () => require(`${__hooks}/scoreboard/pipelines.js`).describePipeline,
  'describe-execution': () => require(`${__hooks}/scoreboard/pipelines.js`).describeExecution,
  'shows-session': () => require(`${__hooks}/scoreboard/pipelines.js`).showsSession,
  'give-result': () => require(`${__hooks}/scoreboard/pipelines.js`).giveResult,
  'read-result': () => require(`${__hooks}/scoreboard/pipelines.js`).readResult,
  'run-members': () => require(`${__hooks}/scoreboard/pipelines.js`).runMembers,
  'keep-schedule': () => require(`${__hooks}/scoreboard/pipelines.js`).keepSchedule,
  'note-next-run': () => require(`${__hooks}/scoreboard/pipelines.js`).noteNextRun,
  'drop-schedule': () => require(`${__hooks}/scoreboard/pipelines.js`).dropSchedule,
  schedules: () => require(`${__hooks}/scoreboard/pipelines.js`).schedules,
  'waiting-runs': () => require(`${__hooks}/scoreboard/pipelines.js`).waitingRuns,
  'list-pipelines': () => require(`${__hooks}/scoreboard/definitions.js`).listPipelines,
  'read-pipeline': () => require(`${__hooks}/scoreboard/definitions.js`).readPipeline,
  organizations: () => require(`${__hooks}/scoreboard/definitions.js`).organizations,
  'list-organizations': () => require(`${__hooks}/scoreboard/organizations.js`).listOrganizations,
  'read-organization': () => require(`${__hooks}/scoreboard/organizations.js`).readOrganization,
  'create-organization': () => require(`${__hooks}/scoreboard/organizations.js`).createOrganization,
  'change-organization': () => require(`${__hooks}/scoreboard/organizations.js`).changeOrganization,
  'remove-organization': () => require(`${__hooks}/scoreboard/organizations.js`).removeOrganization,
  'note-namespace': () => require(`${__hooks}/scoreboard/organizations.js`).noteNamespace,
  'list-entities': () => require(`${__hooks}/scoreboard/entities.js`).listEntities,
  'read-entity': () => require(`${__hooks}/scoreboard/entities.js`).readEntity,
  'create-entity': () => require(`${__hooks}/scoreboard/entities.js`).createEntity,
  'change-entity': () => require(`${__hooks}/scoreboard/entities.js`).changeEntity,
  'remove-entity': () => require(`${__hooks}/scoreboard/entities.js`).removeEntity,
  namers: () => require(`${__hooks}/scoreboard/entities.js`).namers,
  candidates: () => require(`${__hooks}/scoreboard/entities.js`).candidates,
  choices: () => require(`${__hooks}/scoreboard/entities.js`).choices,
  'create-pipeline': () => require(`${__hooks}/scoreboard/definitions.js`).createPipeline,
  'change-pipeline': () => require(`${__hooks}/scoreboard/definitions.js`).changePipeline,
  'seal-definition': () => require(`${__hooks}/scoreboard/definitions.js`).sealDefinition,
  'forget-replaced': () => require(`${__hooks}/scoreboard/definitions.js`).forgetReplaced,
  'remove-pipeline': () => require(`${__hooks}/scoreboard/definitions.js`).removePipeline,
  'find-organization': () => require(`${__hooks}/scoreboard/organization-keys.js`).findOrganization,
  'key-by-prefix': () => require(`${__hooks}/scoreboard/organization-keys.js`).keyByPrefix,
  'list-keys': () => require(`${__hooks}/scoreboard/organization-keys.js`).listKeys,
  'add-key': () => require(`${__hooks}/scoreboard/organization-keys.js`).addKey,
  'revoke-key': () => require(`${__hooks}/scoreboard/organization-keys.js`).revokeKey,
  'note-key-use': () => require(`${__hooks}/scoreboard/organization-keys.js`).noteUse,
  'add-audit': () => require(`${__hooks}/scoreboard/organization-keys.js`).note,
  'list-audit': () => require(`${__hooks}/scoreboard/organization-keys.js`).listAudit,
  'reconciliation-states': () => require(`${__hooks}/scoreboard/reconcile.js`).states,
  standing: () => require(`${__hooks}/scoreboard/reconcile.js`).standing,
  reconcile: () => require(`${__hooks}/scoreboard/reconcile.js`).reconcile,
  'end-lost': () => require(`${__hooks}/scoreboard/reconcile.js`).endLost,
  'want-worker': () => require(`${__hooks}/scoreboard/workers.js`).want,
  'unwant-worker': () => require(`${__hooks}/scoreboard/workers.js`).unwant,
  'due-workers': () => require(`${__hooks}/scoreboard/workers.js`).due,
  'worker-served': () => require(`${__hooks}/scoreboard/workers.js`).served,
  'worker-beat': () => require(`${__hooks}/scoreboard/workers.js`).beat,
  'worker-leave': () => require(`${__hooks}/scoreboard/workers.js`).leave,
  'built-in': () => require(`${__hooks}/scoreboard/settings.js`).builtIn,
  'note-built-in-run': () => require(`${__hooks}/scoreboard/settings.js`).noteBuiltInRun,
  'draw-daily': () => require(`${__hooks}/scoreboard/settings.js`).drawDaily,
  'named-in-rows': () => require(`${__hooks}/scoreboard/visibility.js`).namedInRows,
  seed: () => require(`${__hooks}/scoreboard/settings.js`).seed,
}

/** @param {core.RequestEvent} e @throws {ApiError} */
function act(e) {
  const name = e.request?.pathValue('action') ?? ''
  const action = Object.keys(actions).includes(name) ? actions[name] : undefined
  if (!action) throw new NotFoundError()
  const body = JSON.parse(readerToString(e.request?.body, bodyBytesMax))
  requireFull(e.app)
  let answer
  try {
    answer = action()(e.app, body)
  } catch (error) {
    if (error instanceof TypeError || /constraint failed|no such column|malformed JSON/i.test(String(error)))
      throw new BadRequestError(`Not written: ${error}`)
    throw error
  }
  return typeof answer === 'string' ? e.blob(200, 'application/json', answer) : e.json(200, answer)
}

module.exports = { act }
