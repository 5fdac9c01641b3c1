import { readCondition } from './applies-if'
import {
  awaitsReview,
  type CaseClass,
  caseClasses,
  conditions,
  fits,
  gaps,
  isContent,
  isDecidable,
  kins,
  type OfficialCase,
  outsides,
  type Population,
  populations,
  type Relevancy,
  relevancies,
  sideOf,
} from './official-case'

/** The columns of `cases.csv` in the first edition, each with the name of its member. */
export const firstColumns = [
  'id',
  'area',
  'objective',
  'relevancy',
  'channel',
  'class',
  'population',
  'preset',
  'checks',
  'claim',
  'condition',
  'gap',
  'outside',
  'note',
  'packed',
  'applies_if',
] as const

/** The columns since the second edition. */
export const tableColumns = [...firstColumns, 'at', 'kin', 'from', 'baseline', 'references', 'fit', 'path'] as const

/** What a reviewer may decide about a case of an edition. */
export const verdicts: readonly string[] = caseClasses

/**
 * Parses the reviewed table, one case per line. Throws with the line number for anything wrong: an unknown word, a
 * decidable case without a preset or check, a duplicate id. RFC 4180 section 2
 */
export function parseCases(csv: string): OfficialCase[] {
  const { cases, wrong } = readLines(csv)
  if (wrong[0] !== undefined) throw new Error(wrong[0])
  return cases
}

/** What is wrong with a table, a sentence for each line. */
export const wrongLines = (csv: string): string[] => readLines(csv).wrong

function readLines(csv: string): { readonly cases: OfficialCase[]; readonly wrong: string[] } {
  const [head = '', ...lines] = csv.trimEnd().split(/\r?\n/)
  const columns = [firstColumns, tableColumns].find((known) => head === known.join(','))
  if (columns === undefined)
    return { cases: [], wrong: ['cases.csv: line 1: the columns are not those that are known.'] }
  const cases: OfficialCase[] = []
  const wrong: string[] = []
  const ids = new Set<string>()
  for (const [index, line] of lines.entries())
    try {
      const one = readCase(line, columns)
      if (ids.has(one.id)) throw new Error(`${one.id} is there twice.`)
      ids.add(one.id)
      cases.push(one)
    } catch (error) {
      wrong.push(`cases.csv: line ${index + 2}: ${error instanceof Error ? error.message : String(error)}`)
    }
  return { cases, wrong }
}

export type Column = (typeof tableColumns)[number]

function readCase(line: string, columns: readonly Column[]): OfficialCase {
  const cells = cellsOf(line)
  if (cells.length !== columns.length) throw new Error(`${cells.length} cells in place of ${columns.length}.`)
  const cell = (name: Column): string => cells[columns.indexOf(name)] ?? ''
  const orNull = (name: Column): string | null => cell(name) || null
  const one: OfficialCase = {
    id: cell('id'),
    side: sideOf(cell('id')),
    area: cell('area'),
    objective: cell('objective'),
    relevancy: oneOf<Relevancy>(relevancies, cell('relevancy')),
    channel: cell('channel'),
    class: oneOf<CaseClass>(caseClasses, cell('class')),
    population: cell('population') === '' ? null : oneOf<Population>(populations, cell('population')),
    preset: orNull('preset'),
    checks: cell('checks').split(';').filter(Boolean),
    claim: orNull('claim'),
    condition: keyOf(conditions, orNull('condition')),
    gap: keyOf(gaps, orNull('gap')),
    outside: keyOf(outsides, orNull('outside')),
    note: orNull('note'),
    packed: orNull('packed'),
    applies_if: orNull('applies_if'),
    at: orNull('at'),
    kin: orNull('kin') === null ? null : oneOf(kins, cell('kin')),
    from: cell('from').split(';').filter(Boolean),
    baseline: cell('baseline') !== '' && oneOf(['y', 'n'], cell('baseline')) === 'y',
    references: cell('references').split('; ').filter(Boolean),
    fit: orNull('fit') === null ? null : oneOf(fits, cell('fit')),
    path: orNull('path') ?? pathInFirst({ id: cell('id'), area: cell('area') }),
  }
  if (!/^WS_(RP|AP)_[\w-]+$/.test(one.id)) throw new Error('The id is not one of a case.')
  const words = one.objective.split(' ').length
  if (one.objective === '' || words > wordsMax)
    throw new Error(`The objective has ${words} words, from 1 to ${wordsMax} fit.`)
  requireFit(one)
  return one
}

/** Maximum length of an objective, in words. */
const wordsMax = 20

/** Where the text of a case is in the first edition, whose table does not say: most names double the last underscore. */
function pathInFirst({ id, area }: Pick<OfficialCase, 'id' | 'area'>): string {
  const isPlain = /^(?:DataModel|Shared)\//.test(area) || id.includes('_CryptographicSignature_')
  const name = isPlain ? id : id.replace(/_(?=\d+$)/, '__')
  return `docs/fcaf/suts/wallet_solution/relying_party/${area}/${name}.md`
}

function requireFit(one: OfficialCase): void {
  if (one.applies_if !== null) readCondition(one.applies_if)
  if ((isDecidable(one) || awaitsReview(one)) !== (one.preset !== null))
    throw new Error('It has a preset exactly where a session decides it.')
  if (isDecidable(one) !== (one.population !== null))
    throw new Error('It says whom it judges exactly where a session decides it.')
  if (one.population !== null && isContent(one) !== (one.population !== 'wallet'))
    throw new Error('It judges a credential exactly where its class is credential_content.')
  if (one.preset !== null && one.checks.length === 0) throw new Error('No check decides it.')
  if ((one.class === 'gap') !== (one.gap !== null))
    throw new Error('It says what is missing exactly where it is a gap.')
  if ((one.class === 'out_of_scope') !== (one.outside !== null))
    throw new Error('It says why it is outside exactly where it is.')
  if (one.packed !== null && !isDecidable(one)) throw new Error('It shares a session, and none decides it.')
  if (one.class === 'manual' && one.note === null) throw new Error('It does not say what a person has to do.')
  if (one.condition !== null && !isDecidable(one)) throw new Error('It has a condition, and no session decides it.')
}

function oneOf<Word extends string>(words: readonly Word[], value: string): Word {
  const found = words.find((word) => word === value)
  if (found === undefined) throw new Error(`"${value}" is none of ${words.join(', ')}.`)
  return found
}

function keyOf<Table extends object>(table: Table, value: string | null): (keyof Table & string) | null {
  return value === null ? null : oneOf(Object.keys(table) as (keyof Table & string)[], value)
}

/** Splits a line into cells. A cell with a comma is quoted, with quotes in it doubled. */
function cellsOf(line: string): string[] {
  const cells: string[] = []
  for (const [, quoted, plain] of `,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g))
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
  return cells
}
