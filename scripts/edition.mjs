import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { diffWordsWithSpace } from 'diff'
import { build } from 'esbuild'
import { classify } from './edition/classes.mjs'
import { readTable, writeTable } from './edition/csv.mjs'
import { CARRIED, carryRows, DECISION_COLUMNS, decide, problemsOf, TABLE_COLUMNS } from './edition/decisions.mjs'
import { hashesOf, plainText, readBaselines, readLooseTexts, readTexts, sha256, TEXTS } from './edition/texts.mjs'
import { ROOT } from './paths.mjs'

const CASES = 'lib/core/campaigns/official-cases'
const EDITIONS = join(ROOT, CASES, 'editions')
const FORMATTER = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')

const usage = `Usage: npm run edition -- NEW_CHECKOUT [--from ID | --old CHECKOUT] [--id ID] [--diff]
       npm run edition -- --texts FOLDER [--from ID | --old CHECKOUT] [--id ID]
       npm run edition -- --check | --publish [--id ID]

  NEW_CHECKOUT   a checkout of the framework, with no change of its texts
  --texts        texts alone, in folders that are named by their commits
  --from         the published edition to compare with; without, the newest
  --old          a checkout to compare with
  --id           the edition to write; without, the one under review, or this year and month
  --diff         shows the words that changed
  --check        names what is open, unknown or missing
  --publish      the same; where nothing is, freezes the edition and adds it to the service`

/** @typedef {import('./edition/texts.mjs').Text} Text */
/** @typedef {import('./edition/texts.mjs').TextHashes} TextHashes */
/** @typedef {import('./edition/drafts.mjs').DraftFacts} Draft of an edition that is not published */
/**
 * @typedef {{
 *   checks: ReadonlySet<string>, presets: ReadonlySet<string>, verdicts: readonly string[],
 *   wrongLines: (csv: string) => string[],
 * }} Known ids and words that this release knows, and what is wrong with the lines of a table
 */

/**
 * Compares the texts of the framework with those of an edition, and writes what a reviewer decides by; checks that; and
 * publishes it. Nothing that a person wrote is overwritten.
 * @param {readonly string[]} argv
 * @param {{ folder?: string, today?: string, known?: () => Promise<Known>, generate?: () => boolean }} [given] a test has
 *   its own; `generate`: false where that failed
 * @returns {Promise<{ code: number, lines: string[] }>}
 */
export async function runEdition(
  argv,
  { folder = EDITIONS, today = isoDay(), known = knownIds, generate = runGenerate } = {},
) {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      old: { type: 'string' },
      id: { type: 'string' },
      texts: { type: 'string' },
      diff: { type: 'boolean' },
      check: { type: 'boolean' },
      publish: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return { code: 0, lines: [usage] }
  const [checkout] = positionals
  const isLater = values.check === true || values.publish === true
  const sources = positionals.length + (values.texts === undefined ? 0 : 1)
  if (sources !== (isLater ? 0 : 1) || (values.from !== undefined && values.old !== undefined))
    return { code: 2, lines: [usage] }
  const published = editionsIn(folder, true)
  const [draft] = editionsIn(folder, false)
  const id = values.id ?? draft ?? nextId(today.slice(0, 7), published)
  if (published.includes(id)) return { code: 2, lines: [`The edition ${id} is published: it stays as it is.`] }
  const target = join(folder, id)
  if (isLater) {
    if (!existsSync(join(target, 'draft.json'))) return { code: 2, lines: [`There is no edition ${id} to publish.`] }
    const { wrongLines, ...words } = await known()
    const problems = [...wrongLines(read(target, 'cases.csv')), ...problemsOf({ ...readDraft(folder, id), ...words })]
    if (problems.length > 0) return { code: 1, lines: problems }
    if (!values.publish) return { code: 0, lines: [`The edition ${id} can be published.`] }
    publish(folder, id)
    if (!generate())
      return { code: 1, lines: [`The edition ${id} is published, and npm run generate failed: the service lacks it.`] }
    return {
      code: 0,
      lines: [
        `The edition ${id} is published, and the service has it. README.md names an edition: see whether it is this.`,
      ],
    }
  }
  const previous = values.from ?? published.at(-1) ?? ''
  if (!published.includes(previous)) return { code: 2, lines: [`There is no edition ${previous}.`] }
  const now = checkout === undefined ? readLooseTexts(values.texts ?? '') : readTexts(checkout)
  const old = before({ checkout, old: values.old, folder: join(folder, previous) })
  const guesses = classify(old, now).filter((one) => checkout !== undefined || one.class !== 'removed')
  const facts = {
    ...(checkout === undefined ? { ...commitOfMost(now), date: today } : committed(checkout)),
    previous,
    complete: checkout !== undefined,
    baseline: checkout === undefined ? [] : readBaselines(checkout),
  }
  write(target, { guesses, now, facts, table: readTable(read(join(folder, previous), 'cases.csv')), today })
  const shown = guesses.filter((one) => one.class !== 'same' && one.class !== 'layout')
  const lines = shown.flatMap((one) => [
    [one.class, one.id, one.from === one.id || one.from === '' ? '' : `from ${one.from}`, one.score]
      .filter(Boolean)
      .join(' '),
    ...(values.diff && one.class === 'changed' ? diffOf(old.texts[one.id], now[one.id]) : []),
  ])
  const open = readTable(read(target, 'decisions.csv')).filter(({ verdict }) => verdict === '').length
  const gone = guesses.filter((one) => one.class === 'removed').length
  const untold = guesses.filter((one) => one.class === 'unknown').length
  return {
    code: 0,
    lines: [
      ...lines,
      ...(untold === 0
        ? []
        : [`Nobody kept the texts of ${previous} of ${untold} cases. To compare them, give a checkout of it: --old.`]),
      'npm run generate lets the service show it as a draft.',
      `${guesses.length - gone} cases in the edition ${id}, ${gone} of ${previous} are gone, ${open} to decide.`,
    ],
  }
}

const isoDay = () => new Date().toISOString().slice(0, 10)

/** The folders of editions that are published, or not, oldest first. @param {string} folder @param {boolean} isPublished */
const editionsIn = (folder, isPublished) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isDirectory() && existsSync(join(folder, one.name, 'edition.json')) === isPublished)
    .map(({ name }) => name)
    .sort()

/** Year and month, and a letter where the month has one already. @param {string} month @param {readonly string[]} taken */
const nextId = (month, taken) =>
  ['', ...'bcdefghijklmnopqrstuvwxyz'].map((letter) => `${month}${letter}`).find((id) => !taken.includes(id)) ?? month

/** @param {string} folder @param {string} name */
const read = (folder, name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')
/** @template Value @param {string} folder @param {string} name @param {Value} fallback @returns {Value} */
const readJson = (folder, name, fallback) => JSON.parse(read(folder, name) || JSON.stringify(fallback))
/** @param {string} folder @param {string} name @param {unknown} value */
const writeJson = (folder, name, value) => writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`)
/** @param {string} csv */
const rowsOf = (csv) => (csv === '' ? [] : readTable(csv))

/** @param {Record<string, Text>} texts @returns {Record<string, TextHashes>} */
const hashAll = (texts) =>
  Object.fromEntries(
    Object.entries(texts).map(([id, { text, commit }]) => [
      id,
      { ...hashesOf(text, id), ...(commit === undefined ? {} : { commit }) },
    ]),
  )

/**
 * The texts to compare with: of another checkout, or of an edition, whose hashes are here and whose texts may be in the
 * history of the checkout.
 * @param {{ checkout: string | undefined, old: string | undefined, folder: string }} where
 */
function before({ checkout, old, folder }) {
  if (old !== undefined) {
    const texts = readTexts(old)
    return { texts, hashes: hashAll(texts) }
  }
  const { commit } = readJson(folder, 'edition.json', { commit: '' })
  const hashes = readJson(folder, 'texts.json', /** @type {Record<string, TextHashes>} */ ({}))
  const ofCommit = (/** @type {string} */ one) => (checkout === undefined ? {} : textsAt(checkout, one))
  const commits = new Set(Object.values(hashes).flatMap((one) => one.commit ?? []))
  const own = new Map([commit, ...commits].map((one) => [one, ofCommit(one)]))
  const textOf = (/** @type {string} */ id) => own.get(hashes[id]?.commit ?? commit)?.[id]
  const texts = Object.fromEntries(
    Object.keys(hashes).flatMap((id) => {
      const text = textOf(id)
      return text === undefined ? [] : [[id, text]]
    }),
  )
  // A text that could be read by its address only was not hashed; the history of the checkout may have it.
  const found = Object.fromEntries(
    Object.entries(texts).flatMap(([id, { text }]) => (hashes[id]?.words === null ? [[id, hashesOf(text, id)]] : [])),
  )
  return { hashes: { ...hashes, ...found }, texts }
}

/** The texts of a commit in the history of a checkout; none where it is not there. @param {string} checkout @param {string} commit @returns {Record<string, Text>} */
function textsAt(checkout, commit) {
  try {
    const paths = git(checkout, ['ls-tree', '-r', '-z', '--name-only', commit, '--', TEXTS]).split('\0').filter(Boolean)
    return Object.fromEntries(
      paths.flatMap((path) => {
        const [, name] = /(?:^|\/)(WS_(?:RP|AP)_[^/]+)\.md$/.exec(path) ?? []
        const text = () => git(checkout, ['show', `${commit}:${path}`])
        return name === undefined ? [] : [[name.replaceAll('__', '_'), { path, text: text() }]]
      }),
    )
  } catch {
    return {}
  }
}

/** @param {string} checkout @param {readonly string[]} parts */
const git = (checkout, parts) =>
  execFileSync('git', ['-C', checkout, ...parts], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/**
 * Commit and date of a checkout. Throws if its texts differ from its commit, because nobody could read them again.
 * @param {string} checkout
 */
function committed(checkout) {
  if (git(checkout, ['status', '--porcelain', '--ignored', '--', TEXTS]) !== '')
    throw new Error(`The texts in ${checkout} are not those of its commit.`)
  const [commit = '', full_commit = '', date = ''] = git(checkout, [
    'log',
    '-1',
    '--abbrev=8',
    '--format=%h %H %cs',
  ]).split(' ')
  return { commit, full_commit, date }
}

/** The commit that more of these texts are from than from any other. @param {Record<string, Text>} texts */
function commitOfMost(texts) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { commit = '' } of Object.values(texts)) counts.set(commit, (counts.get(commit) ?? 0) + 1)
  const [[full_commit = ''] = []] = [...counts].sort(([, one], [, other]) => other - one)
  return { commit: full_commit.slice(0, 8), full_commit }
}

/**
 * @param {string} target
 * @param {{ guesses: import('./edition/classes.mjs').Guess[], now: Record<string, Text>, facts: Draft, table: Record<string, string>[], today: string }} found
 */
function write(target, { guesses, now, facts, table, today }) {
  mkdirSync(target, { recursive: true })
  const hashes = hashAll(now)
  const decisions = decide(guesses, {
    written: rowsOf(read(target, 'decisions.csv')),
    read: readJson(target, 'texts.json', {}),
    now: hashes,
    table,
    date: today,
  })
  const paths = Object.fromEntries(Object.entries(now).map(([id, { path }]) => [id, path]))
  const written = rowsOf(read(target, 'cases.csv'))
  const rows = carryRows(decisions, { table, written, baseline: facts.baseline, paths })
  writeFileSync(join(target, 'decisions.csv'), writeTable(DECISION_COLUMNS, decisions))
  writeFileSync(join(target, 'cases.csv'), writeTable(TABLE_COLUMNS, rows))
  writeJson(target, 'texts.json', hashes)
  writeJson(
    target,
    'review-needed.json',
    decisions.filter(({ verdict }) => !verdict).map(({ id }) => id),
  )
  writeJson(target, 'draft.json', { ...facts, paths })
}

/** @param {string} folder @param {string} id */
function readDraft(folder, id) {
  const target = join(folder, id)
  const { baseline = [], previous = '' } = readJson(target, 'draft.json', /** @type {Partial<Draft>} */ ({}))
  const former = existsSync(join(folder, previous, 'cases.csv'))
    ? rowsOf(read(join(folder, previous), 'cases.csv'))
    : []
  return {
    decisions: rowsOf(read(target, 'decisions.csv')),
    table: rowsOf(read(target, 'cases.csv')),
    texts: new Set(Object.keys(readJson(target, 'texts.json', {}))),
    former: new Set(former.map((row) => row.id ?? '')),
    baseline,
  }
}

/** Writes `edition.json`, and freezes the table. @param {string} folder @param {string} id */
function publish(folder, id) {
  const target = join(folder, id)
  const draft = readJson(target, 'draft.json', /** @type {Draft} */ ({}))
  const former = readJson(join(folder, draft.previous), 'edition.json', /** @type {Record<string, unknown>} */ ({}))
  const rows = rowsOf(read(target, 'cases.csv'))
  const sideOf = (/** @type {Record<string, string>} */ row) =>
    row.id?.startsWith('WS_AP_') ? 'issuance' : 'presentation'
  const sides = (/** @type {Record<string, string>[]} */ of) =>
    ['issuance', 'presentation'].filter((side) => of.some((row) => sideOf(row) === side))
  const table = sha256(read(target, 'cases.csv'))
  const { name, repository, website, branch, status, licence, attribution } = former
  writeJson(target, 'edition.json', {
    id,
    title: `Draft of ${draft.date.slice(0, 7)}`,
    ...{ name, repository, website, branch },
    ...{ commit: draft.commit, full_commit: draft.full_commit, date: draft.date },
    ...{ status, licence, attribution },
    complete: draft.complete,
    previous: draft.previous,
    sides: sides(rows),
    baselines: sides(rows.filter(({ baseline }) => baseline === 'y')),
    table_sha256: table,
  })
  if (!existsSync(join(target, 'unrecorded.json'))) writeJson(target, 'unrecorded.json', stillUnrecorded(target, draft))
  writeJson(folder, 'frozen.json', { ...readJson(folder, 'frozen.json', {}), [id]: table })
  writeJson(target, 'review-needed.json', [])
  rmSync(join(target, 'draft.json'))
}

/** The cases that leave no record where they fail, of those that are as before. @param {string} target @param {Draft} draft */
function stillUnrecorded(target, { previous }) {
  const before = readJson(join(target, '..', previous), 'unrecorded.json', /** @type {string[]} */ ([]))
  const carried = rowsOf(read(target, 'decisions.csv')).filter(
    ({ by, verdict }) => by === CARRIED && verdict !== 'removed',
  )
  return before.filter((id) => carried.some((row) => row.id === id))
}

/** The changed lines of a case, marking words as `[-gone-]` and `{+new+}`. @param {Text | undefined} one @param {Text | undefined} other */
function diffOf(one, other) {
  if (one === undefined || other === undefined) return []
  const marked = diffWordsWithSpace(plainText(one.text), plainText(other.text)).map(({ value, added, removed }) =>
    value
      .split('\n')
      .map((part) => (part === '' ? '' : added ? `{+${part}+}` : removed ? `[-${part}-]` : part))
      .join('\n'),
  )
  return marked
    .join('')
    .split('\n')
    .filter((line) => /\{\+|\[-/.test(line))
    .map((line) => `    ${line}`)
}

/** Writes the files that are made from editions. True if that succeeded. */
const runGenerate = () =>
  spawnSync(process.execPath, [join(ROOT, 'scripts/generate.mjs')], { stdio: 'inherit' }).status === 0

/** What this release knows. @returns {Promise<Known>} */
async function knownIds() {
  const checks = JSON.parse(readFileSync(join(ROOT, 'lib/core/shared/ports/checks.json'), 'utf8'))
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, 'dist', 'edition-'))
  try {
    await build({
      absWorkingDir: ROOT,
      entryPoints: { presets: 'lib/core/campaigns/presets/index.ts', parser: `${CASES}/parse-cases.ts` },
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'silent',
    })
    const read = (/** @type {string} */ name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href)
    const { presets } = await read('presets')
    const { wrongLines, verdicts } = await read('parser')
    return {
      ...{ wrongLines, verdicts },
      checks: new Set(Object.keys(checks)),
      presets: new Set(presets.map((/** @type {{ id: string }} */ { id }) => id)),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    const { code, lines } = await runEdition(process.argv.slice(2))
    // What is written here is linted like all else.
    if (code !== 2) spawnSync(process.execPath, [FORMATTER, 'format', '--write', EDITIONS], { stdio: 'ignore' })
    console.log(lines.join('\n'))
    process.exitCode = code
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 2
  }
}
