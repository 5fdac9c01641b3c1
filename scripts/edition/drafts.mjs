import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTable } from './csv.mjs'
import { sha256 } from './texts.mjs'

/** @typedef {Record<string, string>} Row */
/** @typedef {{ commit: string, full_commit?: string, date: string, previous: string, complete: boolean, baseline: string[], paths?: Record<string, string> }} DraftFacts `draft.json` */

/**
 * The editions that are not published yet, newest first, each with its cases in the order of the reviewer's file: what the
 * running service shows of them. Empty cells are null.
 * @param {string} folder
 */
export const draftsIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isDirectory() && existsSync(join(folder, one.name, 'draft.json')))
    .map(({ name }) => draftIn(folder, name))
    .sort((one, other) => (one.id < other.id ? 1 : -1))

/** @param {string} folder @param {string} id */
function draftIn(folder, id) {
  const read = (/** @type {string} */ name) => readFileSync(join(folder, id, name), 'utf8')
  /** @type {DraftFacts} */
  const { commit, date, previous, complete, baseline, paths = {} } = JSON.parse(read('draft.json'))
  /** @type {Record<string, { commit?: string }>} */
  const texts = JSON.parse(read('texts.json'))
  const table = readTable(read('cases.csv'))
  return {
    ...{ id, commit, date, previous, complete },
    table_sha256: sha256(read('cases.csv')),
    cases: readTable(read('decisions.csv')).map((row) => {
      const path = paths[row.id ?? '']
      return {
        id: row.id ?? '',
        change: row.class ?? '',
        score: row.score ? Number(row.score) : null,
        from: listed(row.from),
        baseline: baseline.includes(row.id ?? ''),
        objective: table.find((one) => one.id === row.id)?.objective || null,
        text: path === undefined ? null : { path, commit: texts[row.id ?? '']?.commit ?? commit },
        verdict: row.verdict || null,
        checks: listed(row.checks),
        ...{ preset: row.preset || null, by: row.by || null, date: row.date || null, why: row.why || null },
      }
    }),
  }
}

/** @param {string | undefined} cell */
const listed = (cell) => (cell ?? '').split(';').filter(Boolean)
