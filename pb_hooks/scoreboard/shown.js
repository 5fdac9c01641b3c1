// Shows visitors a pipeline's definition. It is filtered on every read, because publication changes over time.

const { withoutPrivateKeys } = require(`${__hooks}/scoreboard/private-keys.js`)
const { members, searchedMax, showRuns } = require(`${__hooks}/scoreboard/shown-runs.js`)

/**
 * Paths of sealed values in the session of a step; `*` stands for each item of a list. They follow from the session
 * options: lib/core/scoreboard/pipelines/sealed-definition.test.ts compares the two.
 * @type {Record<string, string[][]>}
 */
const sealedPlaces = {
  issuance: [
    ['laboratory', 'credentials', '*', 'claims'],
    ['registration_certificate'],
    ['access_certificate', 'chain'],
    ['access_certificate', 'private_key'],
    ['workbench'],
  ],
  presentation: [
    ['registration_certificate'],
    ['access_certificate', 'chain'],
    ['access_certificate', 'private_key'],
    ['workbench'],
  ],
}

/** Maximum names to look up in one definition; a valid one has no more. */
const namesMax = 200

/** @typedef {Record<string, any>} Members */

/** @param {any} value @returns {value is Members} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The placeholder of a sealed value, or of one that should be sealed: its presence and length. @param {any} value */
function placeholder(value) {
  if (value === 'auto' || value === 'none') return value
  const isSealed = isObject(value) && typeof value.length === 'number'
  const length = isSealed ? value.length : (typeof value === 'string' ? value : JSON.stringify(value)).length
  return { redacted: true, present: true, length }
}

/** @param {any} value @param {string[]} place */
function conceal(value, [first, ...rest]) {
  if (first === '*') {
    if (Array.isArray(value)) for (const item of value) conceal(item, rest)
    return
  }
  if (!isObject(value) || first === undefined || !Object.hasOwn(value, first)) return
  if (rest.length === 0) value[first] = placeholder(value[first])
  else conceal(value[first], rest)
}

/**
 * Deletes a member that names a record hidden from the reader.
 * @param {Members} from @param {string} member @param {boolean} isSeen
 */
function keepIf(from, member, isSeen) {
  if (!isSeen) delete from[member]
}

/**
 * A definition without sealed values, private keys anywhere else, and names of records hidden from the reader. Nothing
 * shows whether such records exist.
 * @param {Members} definition @param {(collection: string, path: any) => boolean} isSeen
 */
function shownDefinition(definition, isSeen) {
  const { entities } = definition
  if (isObject(entities)) {
    for (const [member, collection] of Object.entries({ wallet: 'wallets', wallet_version: 'wallet_versions' }))
      if (Object.hasOwn(entities, member)) keepIf(entities, member, isSeen(collection, entities[member]))
    if (Array.isArray(entities.custom_checks))
      entities.custom_checks = entities.custom_checks.filter((/** @type {any} */ path) => isSeen('custom_checks', path))
    else delete entities.custom_checks
  } else delete definition.entities
  const steps = Array.isArray(definition.steps) ? definition.steps.filter(isObject) : []
  const named = { credential: 'credentials', use_case: 'use_cases_verifications', custom_check: 'custom_checks' }
  for (const step of steps) {
    for (const [member, collection] of Object.entries(named))
      if (Object.hasOwn(step, member)) keepIf(step, member, isSeen(collection, step[member]))
    for (const place of sealedPlaces[String(step.kind)] ?? Object.values(sealedPlaces).flat())
      conceal(step.session, place)
  }
  return withoutPrivateKeys(definition, placeholder)
}

/** @typedef {import('./shown-runs.js').Reader} Reader */

/**
 * Makes a test whether the reader may see the record with a path in a collection. After too many lookups, it says no.
 * @param {Reader} reader @returns {(collection: string, path: any) => boolean}
 */
function seenBy({ app, info, seen }) {
  let looked = 0
  return (collection, path) => {
    looked += 1
    if (looked > namesMax || typeof path !== 'string') return false
    const key = `${collection}/${path}`
    const known = seen.get(key)
    if (known !== undefined) return known
    const isSeen = mayRead({ app, info }, collection, path)
    seen.set(key, isSeen)
    return isSeen
  }
}

/** @param {Pick<Reader, 'app' | 'info'>} reader @param {string} collection @param {string} path */
function mayRead({ app, info }, collection, path) {
  try {
    const found = app.findFirstRecordByData(collection, 'path', path)
    const { viewRule } = found.collection()
    // Without a rule, only the superuser may see a record.
    return viewRule !== undefined && viewRule !== null && app.canAccessRecord(found, info, viewRule)
  } catch {
    return false
  }
}

/**
 * False if a request lists the members that it wants, and none of these is among them. They are hidden, so they are left out
 * without being filtered, which costs more than all else of a long list.
 * @param {core.RequestInfo} info @param {string[]} names
 */
function isAskedFor(info, names) {
  const fields = String(info.query.fields ?? '')
  return fields === '' || ['*', ...names].some((name) => fields.includes(name))
}

/**
 * Replaces a definition by what the reader may see of it.
 * @param {Reader} reader @param {core.Record} record
 */
function showDefinition(reader, record) {
  const text = record.getString('definition')
  const definition = text === '' ? null : JSON.parse(text)
  // A missing definition is no secret, and readers expect the member.
  record.set('definition', isObject(definition) ? JSON.stringify(shownDefinition(definition, seenBy(reader))) : 'null')
  record.unhide('definition')
}

/**
 * Collection → its members that are hidden unless they are filtered for the reader, and what does so.
 * @type {Record<string, { hidden: string[], show: (reader: Reader, records: core.Record[]) => void }>}
 */
const filtered = {
  pipelines: {
    hidden: ['definition'],
    show: (reader, records) => records.forEach((record) => void showDefinition(reader, record)),
  },
  pipeline_results: { hidden: members, show: (reader, records) => showRuns(reader, records, () => seenBy(reader)) },
}

/**
 * Shows a visitor the filtered members of the records in a response and of those in their expansions. What this does not
 * reach stays hidden. A hook for each record would do the same, but PocketBase runs each inside the one before, and makes a
 * JavaScript engine for every one beyond its pool: seconds for a page of a thousand.
 * @param {core.RecordsListRequestEvent | core.RecordRequestEvent} e @param {(core.Record | undefined)[]} records
 */
function showTo(e, records) {
  // PocketBase's types leave out the event that this one embeds.
  const event = /** @type {{ requestEvent: core.RequestEvent }} */ (/** @type {unknown} */ (e)).requestEvent
  const info = event.requestInfo()
  $apis.enrichRecords(event, records)
  /** @type {Reader} */
  const reader = {
    ...{ app: e.app, info, seen: new Map() },
    ...{ organizations: new Map(), paths: new Map(), expressions: new Map(), left: searchedMax },
  }
  const wanted = Object.entries(filtered).filter(([, { hidden }]) => isAskedFor(info, hidden))
  if (wanted.length === 0) return
  /** @type {Map<string, core.Record[]>} */
  const met = new Map(wanted.map(([collection]) => [collection, []]))
  /** @param {core.Record | undefined} record */
  const visit = (record) => {
    if (!record) return
    met.get(record.collection()?.name ?? '')?.push(record)
    for (const name of Object.keys(record.expand())) for (const related of record.expandedAll(name)) visit(related)
  }
  for (const record of records) visit(record)
  for (const [collection, { show }] of wanted) show(reader, met.get(collection) ?? [])
}

/** Lists records. An empty list is PocketBase's own matter: it delays those who guess. @param {core.RecordsListRequestEvent} e */
function list(e) {
  if (e.hasSuperuserAuth() || e.records.length === 0) return e.next()
  showTo(e, e.records)
  e.json(200, e.result)
}

/** Shows one record. @param {core.RecordRequestEvent} e */
function view(e) {
  if (e.hasSuperuserAuth()) return e.next()
  showTo(e, [e.record])
  e.json(200, e.record)
}

module.exports = { list, view, sealedPlaces }
