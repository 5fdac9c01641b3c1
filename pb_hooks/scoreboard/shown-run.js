// What visitors see of what a run reports: it may name what is not public, and what is public changes by itself.
const { json } = require(`${__hooks}/scoreboard/sql.js`)
const { relations } = require(`${__hooks}/scoreboard/columns.js`)
const { readerOf } = require(`${__hooks}/scoreboard/shown.js`)

/** The members in which a runner writes what it likes. They are hidden, so that no filter asks what they name. */
const members = ['steps', 'runner_types', 'reason']

/** The bytes of a character or more, percent-encoded, even several times: `/`, `%2F`, `%252F`. */
const encoded = /(?:%(?:25)*[0-9A-Fa-f]{2})+/g
/** What a path may follow. JSON in a text has line breaks of two characters. */
const before = '(^-?|[^0-9A-Za-z-]-?|%(?:25)*[0-9A-Fa-f]{2}-?|\\\\[nrt]-?|--)'
/** What goes on so is another path: `acme/wallet` is not named where `acme/wallet-2` is. */
const after = '(?!-?[0-9A-Za-z\u00c0-\u024f])'

/** A text with everything that may stand for a character of a path as that character. @param {string} text */
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

/** An expression for all forms of a character of a path. @param {string} character */
function formsOf(character) {
  const bytes = encodeURIComponent(character).replace(/^[^%]$/, (one) => `%${one.charCodeAt(0).toString(16)}`)
  const hex = bytes.replace(/[A-Fa-f]/g, (digit) => `[${digit.toUpperCase()}${digit.toLowerCase()}]`)
  return `(?:${character === '/' ? '\\\\{0,7}/' : character}|${hex.replace(/%/g, '%(?:25)*')})`
}

/**
 * An expression for all forms of paths, the longest first: what belongs to a wallet goes with it, as a whole. What several begin with is
 * sought once, or each place of a text would cost as much as there are paths.
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

/** Every record that is not public by itself and has its path in a text. Each path begins with the name of its organisation. */
const privateIn = [...Object.values(relations), ['pipelines', 't.published = 1']]
  .map(
    ([collection, isPublic]) => `SELECT '${collection}' AS collection, t.path AS path FROM named o
      CROSS JOIN ${collection} t ON t.path >= o.name || '/' AND t.path < o.name || '0'
      WHERE NOT (${isPublic}) AND instr({:text}, t.path) > 0`,
  )
  .join(' UNION ALL ')
const privatePathsIn = `WITH named AS MATERIALIZED (SELECT o.canonified_name AS name
    FROM json_each({:names}) w CROSS JOIN organizations o ON o.canonified_name = w.value)
  SELECT json_group_array(json_array(collection, path)) AS text FROM (${privateIn})`

/** What stands before the slashes of a text: each may be an organisation. @param {string} text */
const namesIn = (text) => [
  ...new Set(
    text
      .split('/')
      .slice(0, -1)
      .flatMap((part) => /[a-z0-9](?:-?[a-z0-9]){0,62}$/.exec(part)?.[0] ?? []),
  ),
]

/**
 * An expression for the paths that a value names of records that its reader may not see; `null` if there is none.
 * @param {core.App} app @param {any} value @param {(collection: string, path: any) => boolean} isSeen
 */
function privatePathsOf(app, value, isSeen) {
  /** @type {string[]} */
  const texts = []
  mapTexts(value, (text) => {
    texts.push(plainText(text))
    return text
  })
  const text = texts.join('\n')
  const names = namesIn(text)
  if (names.length === 0) return null
  /** @type {[string, string][]} */
  const found = json(app.db(), privatePathsIn, { names: JSON.stringify(names), text })
  const paths = found.filter(([collection, path]) => !isSeen(collection, path)).map(([, path]) => path)
  if (paths.length === 0) return null
  return new RegExp(`${before}${anyOf(paths)}${after}`, 'g')
}

/**
 * Puts what a reader may see in the place of what a run reported, which leaves whole for the superuser alone.
 * @param {core.RecordEnrichEvent} e
 */
function showRun(e) {
  const info = e.requestInfo
  if (info === undefined || info.hasSuperuserAuth()) return
  const record = /** @type {core.Record} */ (e.record)
  const isSeen = readerOf(e)
  for (const member of members) {
    const isText = member === 'reason'
    const stored = record.getString(member)
    const value = isText ? stored : JSON.parse(stored || 'null')
    const paths = privatePathsOf(e.app, value, isSeen)
    if (paths !== null) {
      const shown = mapTexts(value, (text) => text.replace(paths, (_, kept) => `${kept}[withheld]`))
      record.set(member, isText ? shown : JSON.stringify(shown))
    }
    record.unhide(member)
  }
}

module.exports = { showRun }
