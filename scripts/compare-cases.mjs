import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from './root.mjs'

const HASHES = join(ROOT, 'lib/core/campaigns/official-cases/case-texts.json')
const MARKED = join(ROOT, 'lib/core/campaigns/official-cases/review-needed.json')
const TEXTS = 'docs/fcaf/suts/wallet_solution/relying_party'

/**
 * The hash of each case's text in a checkout of the framework, by id. Ignores line ends, trailing spaces and empty
 * lines. Throws if there is no such folder.
 * @param {string} checkout @returns {Record<string, string>}
 */
export function hashCases(checkout) {
  const folder = join(checkout, TEXTS)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|[\\/])WS_RP_[^\\/]+\.md$/.test(file))
    .map((file) => /** @type {const} */ ([basename(file, '.md').replaceAll('__', '_'), file]))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(files.map(([id, file]) => [id, hashText(readFileSync(join(folder, file), 'utf8'))]))
}

/** @param {string} text */
function hashText(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd())
  return createHash('sha256').update(lines.filter(Boolean).join('\n')).digest('hex')
}

/**
 * Compares the reviewed texts with the current ones.
 * @param {Record<string, string>} reviewed @param {Record<string, string>} now
 */
export function compareCases(reviewed, now) {
  return {
    added: Object.keys(now).filter((id) => !(id in reviewed)),
    removed: Object.keys(reviewed).filter((id) => !(id in now)),
    changed: Object.keys(now).filter((id) => id in reviewed && reviewed[id] !== now[id]),
  }
}

/** The hash of each reviewed text. @returns {Record<string, string>} */
export const reviewedCases = () => JSON.parse(readFileSync(HASHES, 'utf8'))

/**
 * The cases of our table whose reviewed text no longer exists.
 * @param {ReturnType<typeof compareCases>} found
 */
export const casesToReview = ({ removed, changed }) => [...removed, ...changed].sort()

/**
 * `node scripts/compare-cases.mjs CHECKOUT`: lists the official cases that were added, removed or changed since their
 * review, and exits with 1 if there are any. It never changes a judgement. `--mark` records which of ours need a
 * review, so that pages say so. `--reviewed` then confirms that somebody has read them: it writes the hashes of this
 * checkout and clears the marks.
 */
function main() {
  const [checkout, flag] = process.argv.slice(2)
  if (checkout === undefined) {
    console.error('Usage: node scripts/compare-cases.mjs CHECKOUT [--mark | --reviewed]')
    return 2
  }
  const now = hashCases(checkout)
  if (flag === '--reviewed') {
    writeFileSync(HASHES, `${JSON.stringify(now, null, 2)}\n`)
    writeFileSync(MARKED, '[]\n')
    return 0
  }
  const found = compareCases(reviewedCases(), now)
  if (flag === '--mark') writeFileSync(MARKED, `${JSON.stringify(casesToReview(found), null, 2)}\n`)
  for (const [what, ids] of Object.entries(found)) for (const id of ids) console.log(`${what} ${id}`)
  const count = found.added.length + found.removed.length + found.changed.length
  console.log(count === 0 ? `${Object.keys(now).length} cases, none differs.` : `${count} cases need a review.`)
  return count === 0 ? 0 : 1
}

if (process.argv[1] === import.meta.filename) process.exitCode = main()
