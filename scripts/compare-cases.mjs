import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { diffWordsWithSpace } from 'diff'
import { hashesOf, plainText } from './edition/texts.mjs'
import { ROOT } from './paths.mjs'

/** The folder of the cases in a checkout of the framework. */
const TEXTS = 'docs/fcaf/suts/wallet_solution/relying_party'

/**
 * The text of each case in a checkout of the framework, by id. Throws if there is no such folder.
 * @param {string} checkout @returns {Record<string, string>}
 */
function readCases(checkout) {
  const folder = join(checkout, TEXTS)
  if (!existsSync(folder)) throw new Error(`${checkout} is no checkout of the framework: it has no folder ${TEXTS}.`)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|[\\/])WS_RP_[^\\/]+\.md$/.test(file))
    .map((file) => /** @type {const} */ ([basename(file, '.md').replaceAll('__', '_'), file]))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(files.map(([id, file]) => [id, readFileSync(join(folder, file), 'utf8')]))
}

/** Usual file name: the last underscore of the id is doubled. @param {string} id */
const fileName = (id) => id.replace(/_(?=\d+$)/, '__')

/** The hash of a plain text. @param {string} text */
const hashText = (text) => hashesOf(text, '').layout

/** Location of the reviewed edition and our table of it. */
const OURS = join(ROOT, 'lib/core/campaigns/official-cases/editions/2026-07')

/** @typedef {Record<string, string>} Hashes of texts, by the id of their case */
/** @typedef {Record<string, string>} Texts by the id of their case */

/**
 * Compares the reviewed texts with the current ones. Each text names its own case, so a renamed text is equal once that
 * name is replaced.
 * @param {Hashes} reviewed @param {Texts} now
 */
function compareCases(reviewed, now) {
  const added = Object.keys(now).filter((id) => !(id in reviewed))
  const removed = Object.keys(reviewed).filter((id) => !(id in now))
  /** @type {{ from: string, to: string }[]} */
  const renamed = []
  for (const to of added) {
    const left = removed.filter((id) => !renamed.some((one) => one.from === id))
    const from = left.find((id) => isRenamed({ id, hash: reviewed[id] }, { id: to, text: now[to] ?? '' }))
    if (from !== undefined) renamed.push({ from, to })
  }
  return {
    added: added.filter((id) => !renamed.some(({ to }) => to === id)),
    removed: removed.filter((id) => !renamed.some(({ from }) => from === id)),
    changed: Object.keys(now).filter((id) => id in reviewed && reviewed[id] !== hashText(now[id] ?? '')),
    renamed,
  }
}

/** @param {{ id: string, hash: string | undefined }} before @param {{ id: string, text: string }} now */
function isRenamed(before, now) {
  return [before.id, fileName(before.id)].some(
    (name) => hashText(now.text.replaceAll(fileName(now.id), name).replaceAll(now.id, name)) === before.hash,
  )
}

/**
 * The cases of our table whose reviewed text no longer exists.
 * @param {Pick<ReturnType<typeof compareCases>, 'removed' | 'changed' | 'renamed'>} found
 */
export const casesToReview = ({ removed, changed, renamed }) =>
  [...removed, ...changed, ...renamed.map(({ from }) => from)].sort()

/** The hashes of each text. @param {Texts} texts */
const hashCases = (texts) => Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, hashesOf(text, id)]))

/** @param {Record<string, import('./edition/texts.mjs').TextHashes>} texts @returns {Hashes} */
const layoutsOf = (texts) => Object.fromEntries(Object.entries(texts).map(([id, { layout }]) => [id, layout ?? '']))

/**
 * Why an edition is not completely reviewed: cases without a row in our table, and rows without a case.
 * @param {readonly string[]} cases @param {readonly string[]} rows
 */
const unfinishedReview = (cases, rows) => [
  ...cases.filter((id) => !rows.includes(id)).map((id) => `${id} has no row in cases.csv.`),
  ...rows.filter((id) => !cases.includes(id)).map((id) => `${id} has a row in cases.csv, and the framework no case.`),
]

/**
 * Commit and date of a checkout. Throws if its texts differ from its commit, because nobody could read them again.
 * @param {string} checkout
 */
function editionOf(checkout) {
  if (git(checkout, ['status', '--porcelain', '--ignored', '--', TEXTS]) !== '')
    throw new Error(`The texts in ${checkout} are not those of its commit.`)
  const [commit = '', date = ''] = git(checkout, ['log', '-1', '--abbrev=8', '--format=%h %cs']).split(' ')
  return { commit, date }
}

/** @param {string} checkout @param {readonly string[]} parts */
const git = (checkout, parts) =>
  execFileSync('git', ['-C', checkout, ...parts], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/**
 * The changed lines of a case, marking words as `[-gone-]` and `{+new+}`.
 * @param {string} before @param {string} now
 */
function wordsOf(before, now) {
  const marked = diffWordsWithSpace(plainText(before), plainText(now)).map(({ value, added, removed }) =>
    value
      .split('\n')
      .map((part) => (part === '' ? '' : added ? `{+${part}+}` : removed ? `[-${part}-]` : part))
      .join('\n'),
  )
  return marked
    .join('')
    .split('\n')
    .filter((line) => /\{\+|\[-/.test(line))
}

/**
 * The texts of the reviewed edition, from the history of a checkout. Throws if it lacks the commit.
 * @param {string} checkout @param {string} commit @param {readonly string[]} ids @returns {Record<string, string>}
 */
function reviewedTexts(checkout, commit, ids) {
  const paths = git(checkout, ['ls-tree', '-r', '-z', '--name-only', commit, '--', TEXTS]).split('\0')
  return Object.fromEntries(
    ids.map((id) => {
      const path = paths.find((one) => [`/${id}.md`, `/${fileName(id)}.md`].some((end) => one.endsWith(end)))
      if (path === undefined) throw new Error(`${id} is not in commit ${commit}.`)
      return [id, git(checkout, ['show', `${commit}:${path}`])]
    }),
  )
}

/** @template Value @param {string} folder @param {string} name @returns {Value} */
const readJson = (folder, name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
/** @param {string} folder @param {string} name @param {unknown} value */
const writeJson = (folder, name, value) => writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`)

/** The hash of each reviewed text. @returns {Hashes} */
export const reviewedCases = () => layoutsOf(readJson(OURS, 'texts.json'))

/**
 * `node scripts/compare-cases.mjs CHECKOUT`: lists the official cases that were added, removed, changed or renamed since
 * their review, and exits with 1 if there are any. It never changes a judgement. `--diff` shows the words that changed.
 * `--mark` records which of ours need a review, so that pages say so. `--reviewed` then confirms that somebody has read
 * them: it writes commit, date and hashes of this checkout and clears the marks, unless the table has other cases.
 * @param {readonly string[]} options @param {string} [ours] the folder of our table; a test has its own
 */
export function compareWith(options, ours = OURS) {
  const { values, positionals } = parseArgs({
    args: [...options],
    allowPositionals: true,
    options: { diff: { type: 'boolean' }, mark: { type: 'boolean' }, reviewed: { type: 'boolean' } },
  })
  const [checkout] = positionals
  if (checkout === undefined || positionals.length > 1)
    return { code: 2, lines: ['Usage: node scripts/compare-cases.mjs CHECKOUT [--diff] [--mark] [--reviewed]'] }
  const now = readCases(checkout)
  const edition = /** @type {Record<string, string>} */ (readJson(ours, 'edition.json'))
  if (values.reviewed) {
    const [, ...table] = readFileSync(join(ours, 'cases.csv'), 'utf8').trim().split('\n')
    const rows = table.map((line) => line.slice(0, line.indexOf(',')))
    const missing = unfinishedReview(Object.keys(now), rows)
    if (missing.length > 0) return { code: 1, lines: [...missing, 'Nothing was written.'] }
    writeJson(ours, 'edition.json', { ...edition, ...editionOf(checkout) })
    writeJson(ours, 'texts.json', hashCases(now))
    writeJson(ours, 'review-needed.json', [])
    return { code: 0, lines: [`${rows.length} cases are reviewed.`] }
  }
  const found = compareCases(layoutsOf(readJson(ours, 'texts.json')), now)
  const { added, removed, changed, renamed } = found
  if (values.mark) writeJson(ours, 'review-needed.json', casesToReview(found))
  const before = values.diff ? reviewedTexts(checkout, edition.commit ?? '', changed) : {}
  const lines = [
    ...added.map((id) => `added ${id}`),
    ...removed.map((id) => `removed ${id}`),
    ...changed.flatMap((id) => [
      `changed ${id}`,
      ...(values.diff ? wordsOf(before[id] ?? '', now[id] ?? '').map((line) => `    ${line}`) : []),
    ]),
    ...renamed.map(({ from, to }) => `renamed ${from} to ${to}`),
  ]
  const count = added.length + removed.length + changed.length + renamed.length
  const total =
    count === 0
      ? `${Object.keys(now).length} cases, none differs.`
      : `${count} ${count === 1 ? 'case needs' : 'cases need'} a review.`
  return { code: count === 0 ? 0 : 1, lines: [...lines, total] }
}

if (process.argv[1] === import.meta.filename) {
  try {
    const { code, lines } = compareWith(process.argv.slice(2))
    console.log(lines.join('\n'))
    process.exitCode = code
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 2
  }
}
