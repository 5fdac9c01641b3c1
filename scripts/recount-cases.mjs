import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths.mjs'

/**
 * `node scripts/recount-cases.mjs`: counts the official cases in the reviewed table, for comparison with the coverage
 * page and `GET /coverage`. Shares no code with the service.
 * @param {string} [csv]
 */
export function recount(
  csv = readFileSync(join(ROOT, 'lib/core/campaigns/official-cases/editions/2026-07/cases.csv'), 'utf8'),
) {
  const [names = [], ...rows] = csv.trim().split('\n').map(splitLine)
  const at = (/** @type {string[]} */ row, /** @type {string} */ name) => row[names.indexOf(name)] ?? ''
  const count = (/** @type {(row: string[]) => boolean} */ wanted) => rows.filter(wanted).length
  const ofClass = (/** @type {string} */ name) => count((row) => at(row, 'class') === name)
  // An out-of-scope case only counts once a reviewer accepts it.
  const isDecided = (/** @type {string[]} */ row) => at(row, 'preset') !== '' && at(row, 'class') !== 'out_of_scope'
  const judging = (/** @type {string} */ whom) => count((row) => isDecided(row) && at(row, 'population') === whom)
  /** @type {Record<string, number>} */
  const groups = {}
  for (const row of rows) {
    const key = `${at(row, 'area').replace(/\/.*/, '')} ${at(row, 'relevancy')} ${at(row, 'population') || 'wallet'}`
    groups[key] = (groups[key] ?? 0) + 1
  }
  return {
    cases: rows.length,
    decidable: count(isDecided),
    conditional: count((row) => isDecided(row) && at(row, 'condition') !== ''),
    manual: ofClass('manual'),
    gap: ofClass('gap'),
    out_of_scope: ofClass('out_of_scope'),
    populations: { wallet: judging('wallet'), pid_content: judging('pid_content'), credential: judging('credential') },
    // Size of a wallet's headline, if all cases apply.
    headline: count((row) => at(row, 'population') === 'wallet' && at(row, 'relevancy') === 'required'),
    presets: new Set(rows.filter(isDecided).map((row) => at(row, 'preset'))).size,
    groups,
  }
}

/** Splits at the commas outside quotes. @param {string} line */
function splitLine(line) {
  const cells = ['']
  let quoted = false
  for (const character of line) {
    if (character === '"') quoted = !quoted
    else if (character === ',' && !quoted) cells.push('')
    else cells.push(cells.pop() + character)
  }
  return cells
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(recount(), null, 2))
