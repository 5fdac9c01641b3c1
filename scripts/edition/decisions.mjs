/** The columns of a reviewer's file. */
export const DECISION_COLUMNS = ['id', 'class', 'score', 'from', 'verdict', 'checks', 'preset', 'by', 'date', 'why']

/** The columns of a table since the second edition. */
export const TABLE_COLUMNS =
  'id,area,objective,relevancy,channel,class,population,preset,checks,claim,condition,gap,outside,note,packed,applies_if,at,kin,from,baseline,references,fit,path'.split(
    ',',
  )

/** @typedef {Record<string, string>} Row */
/** @typedef {Record<string, import('./texts.mjs').TextHashes>} Hashes */

/** Who stands in a row that nobody had to decide. */
export const CARRIED = 'carried'

/**
 * The reviewer's file of an edition: what can be told is filled in, the rest has no verdict. What a person wrote stays as it
 * is; a decision about a text that changed again is emptied, and told in `why`.
 * @param {readonly import('./classes.mjs').Guess[]} guesses
 * @param {{ written: readonly Row[], read: Hashes, now: Hashes, table: readonly Row[], date: string }} known `written`: the
 *   file so far, about the texts `read`; `table`: that of the edition before
 * @returns {Row[]}
 */
export function decide(guesses, { written, read, now, table, date }) {
  return guesses.map((guess) => {
    const before = written.find(({ id }) => id === guess.id)
    const isPersons = before !== undefined && before.by !== CARRIED && (before.verdict !== '' || before.why !== '')
    if (isPersons && read[guess.id]?.words === now[guess.id]?.words) return before
    if (isPersons && before.verdict !== '') return { ...guess, why: formerly(before) }
    if (isPersons) return { ...guess, why: before.why ?? '' }
    if (guess.class === 'removed') return { ...guess, verdict: 'removed', by: CARRIED, date }
    if (guess.class !== 'same' && guess.class !== 'layout') return { ...guess }
    const old = table.find(({ id }) => id === guess.id)
    if (old === undefined) return { ...guess }
    const { class: verdict = '', checks = '', preset = '', note = '' } = old
    return { ...guess, verdict, checks, preset, by: CARRIED, date, why: note }
  })
}

/** @param {Row} row */
const formerly = ({ verdict, checks, preset, by, date, why }) =>
  `The text changed again. Before: ${[verdict, checks, preset, by, date, why].filter(Boolean).join(', ')}`

/**
 * The table of an edition: the rows that it has, those of the edition before whose text is the same, and none of a case that
 * is gone before anybody wrote it.
 * @param {readonly Row[]} decisions
 * @param {{ table: readonly Row[], written: readonly Row[], baseline: readonly string[], paths: Readonly<Record<string, string>> }} known
 * @returns {Row[]}
 */
export const carryRows = (decisions, { table, written, baseline, paths }) => {
  const carried = decisions.flatMap(({ id = '', by }) => {
    const own = written.find((row) => row.id === id)
    if (own !== undefined) return [own]
    const old = by === CARRIED ? table.find((row) => row.id === id) : undefined
    return old === undefined || !(id in paths)
      ? []
      : [{ ...old, kin: 'same', from: id, baseline: baseline.includes(id) ? 'y' : 'n', path: paths[id] ?? '' }]
  })
  const ids = carried.map(({ id }) => id)
  return [...carried, ...written.filter(({ id }) => !ids.includes(id))]
}

/**
 * @typedef {{
 *   decisions: readonly Row[], table: readonly Row[], texts: ReadonlySet<string>, former: ReadonlySet<string>,
 *   baseline: readonly string[], checks: ReadonlySet<string>, presets: ReadonlySet<string>, verdicts: readonly string[],
 * }} Reviewed `texts`: ids of the cases that there are; `former`: those of the edition before; `verdicts`: what a reviewer
 *   may write of a case that is there
 */

/**
 * Why an edition cannot be published yet, a sentence each. What is wrong within a line of `cases.csv` its parser says.
 * @param {Reviewed} edition
 */
export function problemsOf({ decisions, table, texts, former, baseline, checks, presets, verdicts }) {
  const rows = new Map(table.map((row) => [row.id ?? '', row]))
  const gone = new Set(decisions.flatMap((row) => (row.class === 'removed' ? [row.id ?? ''] : [])))
  const decided = new Set(decisions.map(({ id }) => id ?? ''))
  return [
    ...twice(decisions).map((id) => `${id} is in decisions.csv twice.`),
    ...decisions.flatMap((row) => problemsOfDecision(row, { verdicts, row: rows.get(row.id ?? '') })),
    ...[...decided]
      .filter((id) => !gone.has(id) && !texts.has(id))
      .map((id) => `${id} is decided, and there is no such case.`),
    ...[...texts].filter((id) => !decided.has(id)).map((id) => `${id} is a case, and has no row in decisions.csv.`),
    ...new Set(
      [...decisions, ...table]
        .filter(({ id = '' }) => !gone.has(id))
        .flatMap((row) => unknownIn(row, { checks, presets })),
    ),
    ...table.flatMap(({ id, from = '' }) =>
      listed(from)
        .filter((one) => !former.has(one))
        .map((one) => `${id} follows from ${one}, which the edition before does not have.`),
    ),
    ...baseline.filter((id) => !rows.has(id)).map((id) => `${id} is in the baseline, and has no row in cases.csv.`),
    ...baseline
      .filter((id) => rows.has(id) && rows.get(id)?.baseline !== 'y')
      .map((id) => `${id} is in the baseline, and its row does not say so.`),
    ...[...rows.keys()].flatMap((id) =>
      gone.has(id)
        ? [`${id} was removed, and has a row in cases.csv.`]
        : texts.has(id)
          ? []
          : [`${id} has a row in cases.csv, and there is no such case.`],
    ),
  ]
}

/** The words of a cell with several. @param {string} cell */
const listed = (cell) => cell.split(';').filter(Boolean)

/** @param {readonly Row[]} rows @returns {string[]} */
const twice = (rows) => [...new Set(rows.map(({ id = '' }) => id).filter((id, at, all) => all.indexOf(id) !== at))]

/** @param {Row} row @param {Pick<Reviewed, 'checks' | 'presets'>} known */
const unknownIn = ({ id, checks: named = '', preset }, { checks, presets }) => [
  ...listed(named)
    .filter((one) => !checks.has(one))
    .map((one) => `${id} names the check ${one}, which there is not.`),
  ...(preset && !presets.has(preset) ? [`${id} names the preset ${preset}, which there is not.`] : []),
]

/** @param {Row} decision @param {{ verdicts: readonly string[], row: Row | undefined }} beside `row`: that of its case */
function problemsOfDecision(
  { id, class: change = '', verdict, checks = '', preset = '', by, date, why },
  { verdicts, row },
) {
  const says = (/** @type {string} */ what) => `${id} ${what}`
  if (!verdict) return [says('is not decided.')]
  const legal = change === 'removed' ? ['removed'] : verdicts
  const isCarried = by === CARRIED
  const isOpen = !['same', 'layout', 'removed'].includes(change)
  return [
    ...(legal.includes(verdict) ? [] : [says(`has the verdict ${verdict}, which is none of ${legal.join(', ')}.`)]),
    ...(change !== 'removed' && row === undefined ? [says('is decided, and has no row in cases.csv.')] : []),
    ...differences({ class: verdict, checks, preset }, change === 'removed' ? undefined : row).map(
      (name) => `${id}: decisions.csv and cases.csv differ in ${name}.`,
    ),
    ...(by ? [] : [says('does not say by whom it was decided.')]),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(date ?? '') ? [] : [says('does not say when it was decided, as in 2026-09-30.')]),
    ...(why || isCarried ? [] : [says('does not say why it was decided so.')]),
    ...(isCarried && isOpen ? [says(`is said to be carried, and a person has to decide it: it is ${change}.`)] : []),
  ]
}

/** Where a decision and the row of its case differ. @param {Row} decided @param {Row | undefined} row */
const differences = (decided, row) =>
  row === undefined ? [] : Object.keys(decided).filter((name) => (decided[name] ?? '') !== (row[name] ?? ''))
