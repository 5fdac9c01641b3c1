// Shows visitors a pipeline's definition. It is filtered on every read, because publication changes over time.

const { withoutPrivateKeys } = require(`${__hooks}/scoreboard/private-keys.js`)
const { json } = require(`${__hooks}/scoreboard/sql.js`)
const { relations, publicPaths } = require(`${__hooks}/scoreboard/columns.js`)

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

/**
 * Who reads, and what was looked up for the records of the response so far: whether the reader sees a record, by collection and
 * path; an organisation's id by name; whether a path is public, and the collections of its records; expressions; and how many
 * characters may still be searched.
 * @typedef {{
 *   app: core.App, info: core.RequestInfo, seen: Map<string, boolean>, organizations: Map<string, string | null>,
 *   paths: Map<string, { isPublic: boolean, collections: string[] }>, expressions: Map<string, RegExp>, left: number
 * }} Reader
 */

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

// Shows visitors what a run reported. It may name private records, and publication changes over time, so it is filtered
// on every read.

/** Members with free text of a runner. They are hidden, so that no filter can probe what they name. */
const members = ['steps', 'runner_types', 'reason']

/** What a path needs: a slash, as itself or encoded. A stored value without any of these names nothing. */
const slashes = /[/%\\]/
/**
 * Characters of values with slashes that one response is searched for, each counted as `valueMin` at least, for what it costs
 * by itself. What is beyond stays hidden: this much takes PocketBase two seconds, and a page may hold a thousand runs of
 * 256 KiB.
 */
const searchedMax = 1024 * 1024
const valueMin = 1024

/** Percent-encoded characters, possibly encoded several times: `/`, `%2F`, `%252F`. */
const encoded = /(?:%(?:25)*[0-9A-Fa-f]{2})+/g
/** What may precede a path. JSON inside a text has line breaks of two characters. */
const before = '(^-?|[^0-9A-Za-z-]-?|%(?:25)*[0-9A-Fa-f]{2}-?|\\\\[nrt]-?|--)'
/** A path that continues like this is another one: `acme/wallet-2` does not name `acme/wallet`. */
const after = '(?!-?[0-9A-Za-z\u00c0-\u024f])'

/** Decodes every encoded character of a text that may belong to a path. @param {string} text */
const plainText = (text) =>
  text
    .replace(encoded, (bytes) => {
      const once = bytes.replace(/%(?:25)+(?=[0-9A-Fa-f]{2})/g, '%')
      try {
        return decodeURIComponent(once)
      } catch {
        return once.replace(/%2f/gi, '/')
      }
    })
    .replace(/\\{1,7}\//g, '/')
    .replace(/\\[nrt]/g, ' ')

/** A regular expression for all encodings of a path's character. @param {string} character */
function formsOf(character) {
  const bytes = encodeURIComponent(character).replace(/^[^%]$/, (one) => `%${one.charCodeAt(0).toString(16)}`)
  const hex = bytes.replace(/[A-Fa-f]/g, (digit) => `[${digit.toUpperCase()}${digit.toLowerCase()}]`)
  return `(?:${character === '/' ? '\\\\{0,7}/' : character}|${hex.replace(/%/g, '%(?:25)*')})`
}

/**
 * A regular expression for all encodings of the paths. Longest match first, so that a wallet's version goes as a whole.
 * Common prefixes are shared; otherwise each position of a text would cost as much as there are paths.
 * @param {string[]} paths
 */
function anyOf(paths) {
  /** @typedef {{ isEnd: boolean, next: Map<string, Node> }} Node */
  /** @returns {Node} */
  const newNode = () => ({ isEnd: false, next: new Map() })
  const start = newNode()
  for (const path of paths) {
    let node = start
    for (const character of path) {
      const next = node.next.get(character) ?? newNode()
      node.next.set(character, next)
      node = next
    }
    node.isEnd = true
  }
  /** @param {Node} node @returns {string} */
  const expressionOf = ({ isEnd, next }) => {
    const ways = [...next].map(([character, node]) => formsOf(character) + expressionOf(node))
    return ways.length === 0 ? '' : `(?:${ways.join('|')})${isEnd ? '?' : ''}`
  }
  return expressionOf(start)
}

/** @param {any} value @param {(text: string) => string} change @returns {any} */
function mapTexts(value, change) {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), mapTexts(member, change)]))
}

/** Private records of one organisation whose path occurs in a text. Each path begins with the organisation's name. */
const privateIn = [...Object.values(relations), ['pipelines', 't.published = 1']]
  .map(
    ([collection, isPublic]) => `SELECT '${collection}' AS collection, t.path AS path FROM named o
      CROSS JOIN ${collection} t ON t.path >= o.name || '/' AND t.path < o.name || '0'
      WHERE NOT (${isPublic}) AND instr({:text}, t.path) > 0`,
  )
  .join(' UNION ALL ')
const privatePathsIn = `WITH named AS MATERIALIZED (SELECT {:name} AS name)
  SELECT json_group_array(json_array(collection, path)) AS text FROM (${privateIn})`

/** SQL for the collections of the records with a path. */
const collectionsAt = [...Object.values(relations).map(([collection]) => collection), 'pipelines']
  .map((collection) => `SELECT '${collection}' AS collection FROM ${collection} t WHERE t.path = w.value`)
  .join(' UNION ALL ')
/** SQL for what stands at each of the paths: `[path, whether it is public, collections]`. */
const standingAt = `SELECT json_group_array(json_array(w.value, w.value IN (${publicPaths}),
  json((SELECT json_group_array(collection) FROM (${collectionsAt}))))) AS text FROM json_each({:paths}) w`

/**
 * What stands at the paths, each looked up once for a response.
 * @param {Reader} reader @param {Iterable<string>} wanted
 */
function lookUp({ app, paths }, wanted) {
  const unknown = [...wanted].filter((path) => !paths.has(path))
  if (unknown.length === 0) return
  /** @type {[string, number, string[]][]} */
  const found = json(app.db(), standingAt, { paths: JSON.stringify(unknown) })
  for (const [path, isPublic, collections] of found) paths.set(path, { isPublic: isPublic === 1, collections })
}

/** The words before the slashes of a text: possible names of organisations. @param {string} text */
const namesIn = (text) => [
  ...new Set(
    text
      .split('/')
      .slice(0, -1)
      .flatMap((part) => /[a-z0-9](?:-?[a-z0-9]){0,62}$/.exec(part)?.[0] ?? []),
  ),
]

/**
 * The organisations whose names stand before a slash in a text: that which made the run, if it does, and others.
 * @param {Reader} reader @param {string} text @param {string} owner @returns {{ own: string | null, others: string[] }}
 */
function organizationsIn({ app, organizations }, text, owner) {
  const names = namesIn(text)
  const unknown = names.filter((name) => !organizations.has(name))
  if (unknown.length > 0) {
    for (const name of unknown) organizations.set(name, null)
    /** @type {[string, string][]} */
    const found = json(
      app.db(),
      `SELECT json_group_array(json_array(o.id, o.canonified_name)) AS text
       FROM json_each({:names}) w CROSS JOIN organizations o ON o.canonified_name = w.value`,
      { names: JSON.stringify(unknown) },
    )
    for (const [id, name] of found) organizations.set(name, id)
  }
  const others = names.filter((name) => ![null, owner].includes(organizations.get(name) ?? null))
  return { own: names.find((name) => organizations.get(name) === owner) ?? null, others }
}

/** One character of a name in a path, and the hyphen between two, each as itself or percent-encoded. */
const letter =
  '(?:[0-9A-Za-z\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u00bc-\u00be\u00c0-\u1fff\u2070-\u2fff\u3005-\u3007\u3021-\uffef]|%(?:25)*(?:3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|[89A-Fa-f][0-9A-Fa-f]))'
const below = `(?:${formsOf('/')}${letter}(?:${formsOf('-')}?${letter})*)`
/** Paths of other organisations in one value of which it is looked up whether they are public; all others are not shown. */
const lookedUpMax = 1000

/** The texts in a value, with every encoded character decoded. @param {any} value */
function plainTextOf(value) {
  /** @type {string[]} */
  const texts = []
  mapTexts(value, (text) => {
    texts.push(plainText(text))
    return text
  })
  return texts.join('\n')
}

/**
 * The value without paths below other organisations that the reader may not see. Whatever looks like one is withheld,
 * whether there is such a record or not: otherwise reporting a guessed path would say whether it exists.
 * @param {Reader} reader @param {any} value @param {string[]} others names of organisations
 * @param {(collection: string, path: any) => boolean} isSeen
 */
function withoutOthers(reader, value, others, isSeen) {
  if (others.length === 0) return value
  const key = others.join()
  const expression = reader.expressions.get(key) ?? new RegExp(`${before}(${anyOf(others)}${below}{1,2})`, 'g')
  reader.expressions.set(key, expression)
  /** @type {Set<string>} */
  const named = new Set()
  mapTexts(value, (text) => {
    for (const [, , path = ''] of text.matchAll(expression)) if (named.size < lookedUpMax) named.add(plainText(path))
    return text
  })
  lookUp(reader, named)
  /** @type {Set<string>} */
  const shown = new Set()
  for (const path of named) {
    const { isPublic, collections } = reader.paths.get(path) ?? { isPublic: false, collections: [] }
    if (isPublic || collections.some((collection) => isSeen(collection, path))) shown.add(path)
  }
  return mapTexts(value, (text) =>
    text.replace(expression, (whole, kept, path) => (shown.has(plainText(path)) ? whole : `${kept}[withheld]`)),
  )
}

/**
 * The value without paths of private records of its own organisation that the reader may not see.
 * @param {core.App} app @param {any} value @param {string} own the name of the organisation
 * @param {(collection: string, path: any) => boolean} isSeen
 */
function withoutOwnPrivate(app, value, own, isSeen) {
  /** @type {[string, string][]} */
  const found = json(app.db(), privatePathsIn, { name: own, text: plainTextOf(value) })
  const paths = found.filter(([collection, path]) => !isSeen(collection, path)).map(([, path]) => path)
  if (paths.length === 0) return value
  const expression = new RegExp(`${before}${anyOf(paths)}${after}`, 'g')
  return mapTexts(value, (text) => text.replace(expression, (_, kept) => `${kept}[withheld]`))
}

/**
 * Shows the reported members without the names of records hidden from the reader.
 * @param {Reader} reader @param {core.Record} record
 */
function showRun(reader, record) {
  const isSeen = seenBy(reader)
  for (const member of members) {
    const isText = member === 'reason'
    const stored = record.getString(member)
    if (!slashes.test(stored)) {
      record.unhide(member)
      continue
    }
    reader.left -= Math.max(stored.length, valueMin)
    if (reader.left < 0) continue
    const value = isText ? stored : JSON.parse(stored || 'null')
    const { own, others } = organizationsIn(reader, plainTextOf(value), record.getString('owner'))
    if (own !== null || others.length > 0) {
      const open = withoutOthers(reader, value, others, isSeen)
      const shown = own === null ? open : withoutOwnPrivate(reader.app, open, own, isSeen)
      record.set(member, isText ? shown : JSON.stringify(shown))
    }
    record.unhide(member)
  }
}

/**
 * Collection → its members that are hidden unless they are filtered for the reader, and what does so.
 * @type {Record<string, { hidden: string[], show: (reader: Reader, record: core.Record) => void }>}
 */
const filtered = {
  pipelines: { hidden: ['definition'], show: showDefinition },
  pipeline_results: { hidden: members, show: showRun },
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
  const shows = new Map(wanted.map(([collection, { show }]) => [collection, show]))
  /** @param {core.Record | undefined} record */
  const visit = (record) => {
    if (!record) return
    shows.get(record.collection()?.name ?? '')?.(reader, record)
    for (const name of Object.keys(record.expand())) for (const related of record.expandedAll(name)) visit(related)
  }
  for (const record of records) visit(record)
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
