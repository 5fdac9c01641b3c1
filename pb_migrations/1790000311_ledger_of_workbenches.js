// Wallets fetch requests of the verifier at the address of a workbench too, `/d/…/request`: the ledger and its shares know
// them by that path. They test for the same text as lib/core/shared/http/exchange.ts; LIKE ignores case.
const openid4vp = (/** @type {string} */ path) => `${path} LIKE '%/openid4vp/%'`
const ofVerifier = (/** @type {string} */ path) => `${openid4vp(path)} OR ${path} LIKE '/d/%/request'`

/** The places of the test, as they were and as they are. */
const views = [
  { name: 'ledger', before: `path NOT LIKE '%/openid4vp/%'`, after: `NOT (${ofVerifier('path')})` },
  {
    name: 'exchange_shares',
    before: `CAST(${openid4vp('path')} AS BOOL)`,
    after: `CAST(${ofVerifier('path')} AS BOOL)`,
  },
  {
    name: 'recorded_exchanges',
    before: `CAST(${openid4vp('e.path')} AS BOOL)`,
    after: `CAST(${ofVerifier('e.path')} AS BOOL)`,
  },
]
const indexOf = (/** @type {string} */ test) =>
  `CREATE INDEX idx_exchanges_protocol ON exchanges (CAST(${test} AS BOOL), at, seq)`

/** @param {Pick<core.App, 'findCollectionByNameOrId' | 'save'>} app @param {string} name @param {string} from @param {string} to */
function replaceIn(app, name, from, to) {
  const view = app.findCollectionByNameOrId(name)
  if (!view.viewQuery.includes(from)) throw new Error(`The view ${name} does not test for ${from}.`)
  view.viewQuery = view.viewQuery.replace(from, to)
  app.save(view)
}

/** @param {Pick<core.App, 'findCollectionByNameOrId' | 'save'>} app @param {string} test */
function indexBy(app, test) {
  const exchanges = app.findCollectionByNameOrId('exchanges')
  const others = [...exchanges.indexes].filter((one) => !String(one).includes('idx_exchanges_protocol'))
  exchanges.indexes = /** @type {typeof exchanges.indexes} */ ([...others, indexOf(test)])
  app.save(exchanges)
}

migrate(
  (app) => {
    indexBy(app, ofVerifier('path'))
    for (const { name, before, after } of views) replaceIn(app, name, before, after)
  },
  (app) => {
    for (const { name, before, after } of views) replaceIn(app, name, after, before)
    indexBy(app, openid4vp('path'))
  },
)
