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
 * Why an edition cannot be published yet, a sentence each.
 * @param {{ decisions: readonly Row[], table: readonly Row[], baseline: readonly string[], checks: ReadonlySet<string>, presets: ReadonlySet<string> }} edition
 */
export function problemsOf({ decisions, table, baseline, checks, presets }) {
  const rows = new Set(table.map(({ id }) => id))
  const gone = new Set(decisions.flatMap((row) => (row.class === 'removed' ? [row.id] : [])))
  const named = [...decisions, ...table].filter(({ id }) => !gone.has(id))
  const unknown = named.flatMap((row) => [
    ...(row.checks ?? '')
      .split(';')
      .filter((id) => id !== '' && !checks.has(id))
      .map((id) => `${row.id} names the check ${id}, which there is not.`),
    ...(row.preset && !presets.has(row.preset)
      ? [`${row.id} names the preset ${row.preset}, which there is not.`]
      : []),
  ])
  return [
    ...decisions.filter(({ verdict }) => !verdict).map(({ id }) => `${id} is not decided.`),
    ...decisions
      .filter(({ id, verdict }) => verdict && !gone.has(id) && !rows.has(id))
      .map(({ id }) => `${id} is decided, and has no row in cases.csv.`),
    ...new Set(unknown),
    ...baseline.filter((id) => !rows.has(id)).map((id) => `${id} is in the baseline, and has no row in cases.csv.`),
    ...[...rows].filter((id) => gone.has(id)).map((id) => `${id} was removed, and has a row in cases.csv.`),
  ]
}
