// What the REST API cannot express: many writes in one transaction that is on disk before it is acknowledged. A handler
// cannot access the scope of its own file, so each one requires what it needs.

onBootstrap((e) => {
  e.next()
  require(`${__hooks}/evidence/durability.js`).keepDurable(e.app)
})

// A change outside our routes, e.g. in the dashboard, counts as somebody else's write.
const forget = (/** @type {core.RecordEvent} */ e) => {
  e.next()
  require(`${__hooks}/evidence/state.js`).forgetState(e.app)
}
const tables = [
  'campaigns',
  'declarations',
  'entered_results',
  'sessions',
  'exchanges',
  'findings',
  'events',
  'one_time_values',
  'workbenches',
]
onRecordAfterCreateSuccess(forget, ...tables)
onRecordAfterUpdateSuccess(forget, ...tables)
onRecordAfterDeleteSuccess(forget, ...tables)
// Counts notice added and deleted rows, but not changed ones.
onRecordAfterUpdateSuccess(
  (e) => {
    e.next()
    require(`${__hooks}/evidence/kept-results.js`).forgetKept(e.app)
  },
  ...tables,
)

const forgetWriter = (/** @type {core.RecordEvent} */ e) => {
  e.next()
  require(`${__hooks}/evidence/writer.js`).forgetWriter(e.app)
}
onRecordAfterUpdateSuccess(forgetWriter, '_superusers')
onRecordAfterDeleteSuccess(forgetWriter, '_superusers')

// What is asked most often, commits and marks, requires its superuser itself instead of `requireSuperuserAuth`: see
// writer.js.
routerAdd(
  'POST',
  '/api/internal/evidence/commit',
  (e) => {
    const { commitAll } = require(`${__hooks}/evidence/commit.js`)
    return commitAll(e)
  },
  $apis.bodyLimit(64 * 1024 * 1024),
)

routerAdd(
  'POST',
  '/api/internal/evidence/purge',
  (e) => {
    const { purge } = require(`${__hooks}/evidence/purge.js`)
    const request = /** @type {import('./evidence/purge.js').PurgeRequest} */ (e.requestInfo().body)
    return e.json(200, purge(e.app, request))
  },
  $apis.requireSuperuserAuth(),
  $apis.bodyLimit(4096),
)

routerAdd(
  'POST',
  '/api/internal/evidence/mark',
  (e) => {
    const { markOf } = require(`${__hooks}/evidence/mark.js`)
    require(`${__hooks}/evidence/writer.js`).requireWriter(e)
    const request = /** @type {import('./evidence/mark.js').MarkRequest} */ (e.requestInfo().body)
    return e.json(200, markOf(e.app, request))
  },
  $apis.bodyLimit(65536),
)

routerAdd(
  'POST',
  '/api/internal/evidence/runs',
  (e) => {
    const { runsOf } = require(`${__hooks}/evidence/runs.js`)
    const request = /** @type {import('./evidence/runs.js').RunsRequest} */ (e.requestInfo().body)
    return e.json(200, runsOf(e.app, request))
  },
  $apis.requireSuperuserAuth(),
  $apis.bodyLimit(65536),
)

routerAdd(
  'POST',
  '/api/internal/evidence/wallet-runs',
  (e) => {
    const { walletRunsOf } = require(`${__hooks}/evidence/runs.js`)
    const request = /** @type {import('./evidence/runs.js').WalletRunsRequest} */ (e.requestInfo().body)
    return e.json(200, walletRunsOf(e.app, request))
  },
  $apis.requireSuperuserAuth(),
  $apis.bodyLimit(4096),
)

routerAdd(
  'POST',
  '/api/internal/evidence/kept-results',
  (e) => {
    const { keptOf } = require(`${__hooks}/evidence/kept-results.js`)
    const request = /** @type {import('./evidence/kept-results.js').KeptRequest} */ (e.requestInfo().body)
    return e.json(200, keptOf(e.app, request))
  },
  $apis.requireSuperuserAuth(),
  $apis.bodyLimit(1024 * 1024),
)

routerAdd(
  'POST',
  '/api/internal/evidence/keep-results',
  (e) => {
    const { keep } = require(`${__hooks}/evidence/kept-results.js`)
    const request = /** @type {import('./evidence/kept-results.js').KeepRequest} */ (e.requestInfo().body)
    return e.json(200, keep(e.app, request))
  },
  $apis.requireSuperuserAuth(),
  $apis.bodyLimit(64 * 1024 * 1024),
)

routerAdd(
  'GET',
  '/api/internal/evidence/durability',
  (e) => {
    const { durability } = require(`${__hooks}/evidence/durability.js`)
    return e.json(200, durability(e.app))
  },
  $apis.requireSuperuserAuth(),
)
