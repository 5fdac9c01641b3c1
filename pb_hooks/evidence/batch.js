// The format of a batch of commits: a line of JSON, followed by the texts of all JSON columns one after the other,
// which need not be parsed here. `docs/performance.md` says what that saves.

/**
 * @typedef {import('./tables.js').Table} Table
 * @typedef {import('./tables.js').Row} Row
 * @typedef {import('./one-time.js').Effect} Effect
 * @typedef {[plain: unknown[], lengths: number[]]} SentRow values of the plain columns, and how long the JSON texts are
 * @typedef {Omit<Effect, 'row'> & { row?: SentRow }} SentEffect
 * @typedef {{ key?: { table: Table, id: string }, at: string, state: string | null, unseen: [kind: string, digest: string][] }} Head
 *   `state`: the state of storage that the item relies on; `unseen`: values that it takes for new
 * @typedef {Head & { rows: [Table, SentRow][], effects: SentEffect[] }} SentItem
 * @typedef {Head & { rows: [Table, Row][], effects: Effect[] }} Item
 * @typedef {{ state: string, items: Item[], trim?: { keep: number } }} Batch
 */

/** Parses a batch. Throws when it is malformed. @param {string} text @returns {Batch} */
function readBatch(text) {
  const end = text.indexOf('\n')
  if (end < 0) throw new TypeError('A batch is a line of JSON and the texts behind it.')
  const { state, items, trim } = /** @type {{ state: string, items: SentItem[], trim?: { keep: number } }} */ (
    JSON.parse(text.slice(0, end))
  )
  let at = end + 1
  /** @param {SentRow} row @returns {Row} */
  const whole = ([plain, lengths]) => {
    for (const length of lengths) {
      plain.push(text.slice(at, at + length))
      at += length
    }
    return plain
  }
  const read = items.map((item) => ({
    ...item,
    rows: item.rows.map(([table, row]) => /** @type {[Table, Row]} */ ([table, whole(row)])),
    effects: item.effects.map((effect) => /** @type {Effect} */ ({ ...effect, row: effect.row && whole(effect.row) })),
  }))
  if (at !== text.length) throw new TypeError('The texts of a batch are not as long as it says.')
  return { state, items: read, ...(trim ? { trim } : {}) }
}

module.exports = { readBatch }
