// What visitors see of a definition. It is made whenever a record leaves, since what is public changes by itself.
const { withoutPrivateKeys } = require(`${__hooks}/scoreboard/private-keys.js`)

/**
 * Where the session of a step holds what is sealed; `*` stands for each item of a list. The options of sessions say so, and
 * lib/core/scoreboard/pipelines/sealed-definition.test.ts compares the two.
 * @type {Record<string, string[][]>}
 */
const sealedPlaces = {
  issuance: [
    ['laboratory', 'credentials', '*', 'claims'],
    ['registration_certificate'],
    ['access_certificate', 'chain'],
    ['access_certificate', 'private_key'],
  ],
  presentation: [['registration_certificate'], ['access_certificate', 'chain'], ['access_certificate', 'private_key']],
}

/** Names that are looked up for one definition: a valid one has no more. */
const namesMax = 200

/** @typedef {Record<string, any>} Members */

/** @param {any} value @returns {value is Members} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of a value that is sealed, or should be: that it is there, and its length. @param {any} value */
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

/** Leaves out a name of a record that the reader may not see. @param {Members} from @param {string} member @param {boolean} isSeen */
function keepIf(from, member, isSeen) {
  if (!isSeen) delete from[member]
}

/**
 * A definition without what is sealed, without private keys in any other place, and without the names of records that the reader may
 * not see, of which nothing shows whether they exist.
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

/**
 * Whether who reads may see the record of a collection with a path. Once too many were looked up, they see none.
 * @param {core.RecordEnrichEvent} e @returns {(collection: string, path: any) => boolean}
 */
function readerOf(e) {
  const info = e.requestInfo
  let looked = 0
  return (collection, path) => {
    looked += 1
    if (info === undefined || looked > namesMax || typeof path !== 'string') return false
    try {
      const found = e.app.findFirstRecordByData(collection, 'path', path)
      const { viewRule } = found.collection()
      // Without a rule, a record is the superuser's alone.
      return viewRule !== undefined && viewRule !== null && e.app.canAccessRecord(found, info, viewRule)
    } catch {
      return false
    }
  }
}

/**
 * Puts what a reader may see in the place of a definition as stored, which leaves for the superuser alone.
 * @param {core.RecordEnrichEvent} e
 */
function showDefinition(e) {
  const info = e.requestInfo
  // Nobody asks where a hook enriches a record by itself.
  if (info === undefined || info.hasSuperuserAuth()) return
  const record = /** @type {core.Record} */ (e.record)
  const text = record.getString('definition')
  const definition = text === '' ? null : JSON.parse(text)
  // That there is none is no secret, and whoever reads the record finds the member.
  record.set('definition', isObject(definition) ? JSON.stringify(shownDefinition(definition, readerOf(e))) : 'null')
  record.unhide('definition')
}

module.exports = { showDefinition, readerOf, sealedPlaces }
