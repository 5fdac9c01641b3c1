// Shows visitors what a run reported. It may name private records, and publication changes over time, so it is filtered
// on every read.

const { json } = require(`${__hooks}/scoreboard/sql.js`)
const { relations, publicPaths } = require(`${__hooks}/scoreboard/columns.js`)

/**
 * Who reads, and what was looked up for the records of the response so far: whether the reader sees a record, by collection and
 * path; an organisation's id by name; whether a path is public, and the collections of its records; expressions; and how many
 * characters may still be searched.
 * @typedef {{
 *   app: core.App, info: core.RequestInfo, seen: Map<string, boolean>, organizations: Map<string, string | null>,
 *   paths: Map<string, { isPublic: boolean, collections: string[] }>, expressions: Map<string, RegExp>, left: number
 * }} Reader
 */

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

/** Private records of organisations whose path occurs in a text of each. A path begins with the organisation's name. */
const privateIn = [...Object.values(relations), ['pipelines', 't.published = 1']]
  .map(
    ([collection, isPublic]) => `SELECT o.name AS name, '${collection}' AS collection, t.path AS path FROM named o
      CROSS JOIN ${collection} t ON t.path >= o.name || '/' AND t.path < o.name || '0'
      WHERE NOT (${isPublic}) AND instr(o.text, t.path) > 0`,
  )
  .join(' UNION ALL ')
const privatePathsIn = `WITH named AS MATERIALIZED
    (SELECT value ->> 0 AS name, value ->> 1 AS text FROM json_each({:named}))
  SELECT json_group_array(json_array(name, collection, path)) AS text FROM (${privateIn})`

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
 * Looks up the organisations whose names stand before a slash in texts, each once for a response.
 * @param {Reader} reader @param {string[]} texts
 */
function lookUpOrganizations({ app, organizations }, texts) {
  const unknown = [...new Set(texts.flatMap(namesIn))].filter((name) => !organizations.has(name))
  if (unknown.length === 0) return
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

/**
 * The organisations whose names stand before a slash in a text: that which made the run, if it does, and others.
 * @param {Reader} reader @param {string} text @param {string} owner @returns {{ own: string | null, others: string[] }}
 */
function organizationsIn({ organizations }, text, owner) {
  const names = namesIn(text)
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
 * A member of a run that may name records: its value, the plain text of that, and whose names stand in it.
 * @typedef {{ record: core.Record, member: string, isText: boolean, value: any, text: string, own: string | null, others: string[] }} Told
 */

/** What finds paths below other organisations. @param {Reader} reader @param {string[]} others their names; at least one */
function belowOthers({ expressions }, others) {
  const key = others.join()
  const expression = expressions.get(key) ?? new RegExp(`${before}(${anyOf(others)}${below}{1,2})`, 'g')
  expressions.set(key, expression)
  return expression
}

/** The paths below other organisations in a value. @param {Reader} reader @param {Told} told @returns {Set<string>} */
function namedOfOthers(reader, { value, others }) {
  /** @type {Set<string>} */
  const named = new Set()
  if (others.length === 0) return named
  const expression = belowOthers(reader, others)
  mapTexts(value, (text) => {
    for (const [, , path = ''] of text.matchAll(expression)) if (named.size < lookedUpMax) named.add(plainText(path))
    return text
  })
  return named
}

/**
 * The value without paths below other organisations that the reader may not see. Whatever looks like one is withheld,
 * whether there is such a record or not: otherwise reporting a guessed path would say whether it exists.
 * @param {Reader} reader @param {Told} told @param {Set<string>} named of others in it
 * @param {(collection: string, path: any) => boolean} isSeen
 */
function withoutOthers(reader, { value, others }, named, isSeen) {
  if (others.length === 0) return value
  /** @type {Set<string>} */
  const shown = new Set()
  for (const path of named) {
    const { isPublic, collections } = reader.paths.get(path) ?? { isPublic: false, collections: [] }
    if (isPublic || collections.some((collection) => isSeen(collection, path))) shown.add(path)
  }
  return mapTexts(value, (text) =>
    text.replace(belowOthers(reader, others), (whole, kept, path) =>
      shown.has(plainText(path)) ? whole : `${kept}[withheld]`,
    ),
  )
}

/**
 * Private records whose paths stand in the texts of runs of their own organisation, by its name.
 * @param {core.App} app @param {readonly Told[]} told @returns {Map<string, [collection: string, path: string][]>}
 */
function ownPrivateIn(app, told) {
  /** @type {Map<string, string>} */
  const texts = new Map()
  for (const { own, text } of told)
    if (own !== null) texts.set(own, texts.has(own) ? `${texts.get(own)}\n${text}` : text)
  /** @type {Map<string, [string, string][]>} */
  const found = new Map()
  if (texts.size === 0) return found
  /** @type {[string, string, string][]} */
  const rows = json(app.db(), privatePathsIn, { named: JSON.stringify([...texts]) })
  for (const [name, collection, path] of rows) found.set(name, [...(found.get(name) ?? []), [collection, path]])
  return found
}

/**
 * A value without paths of private records of its own organisation that the reader may not see.
 * @param {any} value @param {[collection: string, path: string][]} found private records that stand in it
 * @param {(collection: string, path: any) => boolean} isSeen
 */
function withoutOwnPrivate(value, found, isSeen) {
  const paths = found.filter(([collection, path]) => !isSeen(collection, path)).map(([, path]) => path)
  if (paths.length === 0) return value
  const expression = new RegExp(`${before}${anyOf(paths)}${after}`, 'g')
  return mapTexts(value, (text) => text.replace(expression, (_, kept) => `${kept}[withheld]`))
}

/**
 * The reported members of a run that may name records. Shows the others as they are; what is too much stays hidden.
 * @param {Reader} reader @param {core.Record} record @returns {Told[]}
 */
const toldBy = (reader, record) =>
  members.flatMap((member) => {
    const isText = member === 'reason'
    const stored = record.getString(member)
    if (!slashes.test(stored)) {
      record.unhide(member)
      return []
    }
    reader.left -= Math.max(stored.length, valueMin)
    if (reader.left < 0) return []
    const value = isText ? stored : JSON.parse(stored || 'null')
    return [{ ...{ record, member, isText, value, text: plainTextOf(value) }, own: null, others: [] }]
  })

/**
 * Shows the reported members of runs without the names of records hidden from the reader. Asks the database for all of a
 * response at once.
 * @param {Reader} reader @param {core.Record[]} records
 * @param {() => (collection: string, path: any) => boolean} seenBy makes a test whether the reader may see a record, for one run
 */
function showRuns(reader, records, seenBy) {
  const read = records.flatMap((record) => toldBy(reader, record))
  lookUpOrganizations(
    reader,
    read.map(({ text }) => text),
  )
  const told = read.map((one) => ({ ...one, ...organizationsIn(reader, one.text, one.record.getString('owner')) }))
  const ofOthers = told.map((one) => namedOfOthers(reader, one))
  lookUp(
    reader,
    ofOthers.flatMap((named) => [...named]),
  )
  const ownPrivate = ownPrivateIn(reader.app, told)
  /** @type {Map<core.Record, (collection: string, path: any) => boolean>} */
  const seen = new Map(records.map((record) => [record, seenBy()]))
  for (const [place, one] of told.entries()) {
    const { record, member, isText, text, own } = one
    // What is not public by itself, only who is signed in may see.
    const isSeen = reader.info.auth ? (seen.get(record) ?? (() => false)) : () => false
    const open = withoutOthers(reader, one, ofOthers[place] ?? new Set(), isSeen)
    const found = own === null ? [] : (ownPrivate.get(own) ?? []).filter(([, path]) => text.includes(path))
    const shown = withoutOwnPrivate(open, found, isSeen)
    if (own !== null || one.others.length > 0) record.set(member, isText ? shown : JSON.stringify(shown))
    record.unhide(member)
  }
}

module.exports = { members, searchedMax, showRuns }
