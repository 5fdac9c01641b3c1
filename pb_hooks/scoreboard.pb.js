// What the REST API cannot express for the scoreboard: paths that follow names, visibility changes that take effect at
// once, statistics in one query, and a cache refreshed in one transaction. Only the superuser may use these routes. A
// handler cannot access the scope of its own file, so each one requires what it needs.

onRecordCreate(
  (e) => {
    require(`${__hooks}/scoreboard/paths.js`).setPath(e.app, /** @type {core.Record} */ (e.record))
    e.next()
  },
  'pipelines',
  'wallets',
  'wallet_versions',
  'wallet_actions',
  'credential_issuers',
  'credentials',
  'verifiers',
  'use_cases_verifications',
  'custom_checks',
  'mobile_runners',
)

onRecordUpdate(
  (e) => {
    const { setPath, moveChildren } = require(`${__hooks}/scoreboard/paths.js`)
    const { follow, followPublished } = require(`${__hooks}/scoreboard/visibility.js`)
    const { followEvidence } = require(`${__hooks}/scoreboard/evidence.js`)
    const app = e.app
    const record = /** @type {core.Record} */ (e.record)
    app.runInTransaction((tx) => {
      e.app = tx
      const before = /** @type {core.Record} */ (record.original())
      setPath(tx, record)
      e.next()
      moveChildren(tx, before, record)
      if (record.collection()?.name !== 'pipelines') {
        followPublished(tx, before, record)
        return
      }
      follow(tx, before, record)
      followEvidence(tx, before, record)
    })
    e.app = app
  },
  'pipelines',
  'wallets',
  'wallet_versions',
  'wallet_actions',
  'credential_issuers',
  'credentials',
  'verifiers',
  'use_cases_verifications',
  'custom_checks',
  'mobile_runners',
)

onRecordCreate((e) => {
  require(`${__hooks}/scoreboard/evidence.js`).divideSteps(e.app, /** @type {core.Record} */ (e.record))
  e.next()
}, 'pipeline_results')

onRecordUpdate((e) => {
  require(`${__hooks}/scoreboard/evidence.js`).divideSteps(e.app, /** @type {core.Record} */ (e.record))
  e.next()
}, 'pipeline_results')

onRecordValidate((e) => {
  require(`${__hooks}/scoreboard/paths.js`).checkOrganization(/** @type {core.Record} */ (e.record))
  e.next()
}, 'organizations')

// An audit is only added to; retention deletes what is old, in SQL.
onRecordUpdateRequest(() => {
  throw new BadRequestError('Entries of an audit never change.')
}, 'audit_entries')

onRecordDeleteRequest(() => {
  throw new BadRequestError('Entries of an audit are deleted by age alone.')
}, 'audit_entries')

onRecordsListRequest(
  (e) => require(`${__hooks}/scoreboard/shown.js`).list(e),
  'pipelines',
  'pipeline_results',
  'pipeline_scoreboard_cache',
)

onRecordViewRequest(
  (e) => require(`${__hooks}/scoreboard/shown.js`).view(e),
  'pipelines',
  'pipeline_results',
  'pipeline_scoreboard_cache',
)

onRecordDelete((e) => {
  const app = e.app
  app.runInTransaction((tx) => {
    e.app = tx
    e.next()
    const pipeline = /** @type {core.Record} */ (e.record)
    require(`${__hooks}/scoreboard/visibility.js`).forget(tx, pipeline)
    require(`${__hooks}/scoreboard/workers.js`).forget(tx, pipeline)
  })
  e.app = app
}, 'pipelines')

routerAdd(
  'GET',
  '/api/internal/scoreboard/statistics/{namespace}',
  (e) => require(`${__hooks}/scoreboard/statistics.js`).statistics(e),
  $apis.requireSuperuserAuth(),
)

routerAdd(
  'GET',
  '/api/internal/scoreboard/execution',
  (e) => require(`${__hooks}/scoreboard/statistics.js`).execution(e),
  $apis.requireSuperuserAuth(),
)

routerAdd(
  'GET',
  '/api/internal/scoreboard/revision',
  (e) => e.json(200, require(`${__hooks}/scoreboard/visibility.js`).revision(e.app)),
  $apis.requireSuperuserAuth(),
)

routerAdd(
  'POST',
  '/api/internal/scoreboard/{action}',
  (e) => require(`${__hooks}/scoreboard/actions.js`).act(e),
  $apis.requireSuperuserAuth(),
  $apis.bodyLimit(128 * 1024 * 1024),
)
