import { readCondition } from './applies-if'
import { officialCases } from './cases'
import {
  awaitsReview,
  type CaseClass,
  caseClasses,
  conditions,
  gaps,
  isContent,
  isDecidable,
  type OfficialCase,
  outsides,
  type Population,
  populations,
  type Relevancy,
  relevancies,
} from './official-case'

/** The columns of `fcaf.csv`, each with the name of its member. */
const tableColumns = [
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

/**
 * Parses the reviewed table, one case per line. Throws with the line number for anything wrong: an unknown word, a
 * decidable case without a preset or check, a duplicate id. RFC 4180 section 2
 */
export function parseCases(csv: string): OfficialCase[] {
  const [head = '', ...lines] = csv.trimEnd().split(/\r?\n/)
  if (head !== tableColumns.join(',')) throw new Error('fcaf.csv: line 1: the columns are not those that are known.')
  const ids = new Set<string>()
  return lines.map((line, index) => {
    try {
      const one = readCase(line)
      if (ids.has(one.id)) throw new Error(`${one.id} is there twice.`)
      ids.add(one.id)
      return one
    } catch (error) {
      throw new Error(`fcaf.csv: line ${index + 2}: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
}

function readCase(line: string): OfficialCase {
  const cells = cellsOf(line)
  if (cells.length !== tableColumns.length) throw new Error(`${cells.length} cells in place of ${tableColumns.length}.`)
  const cell = (name: (typeof tableColumns)[number]): string => cells[tableColumns.indexOf(name)] ?? ''
  const orNull = (name: (typeof tableColumns)[number]): string | null => cell(name) || null
  const one: OfficialCase = {
    id: cell('id'),
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
  }
  if (!/^WS_RP_[\w-]+$/.test(one.id)) throw new Error('The id is not one of a case.')
  const words = one.objective.split(' ').length
  if (one.objective === '' || words > 12) throw new Error(`The objective has ${words} words, from 1 to 12 fit.`)
  requireFit(one)
  return one
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

/** A cell as in `fcaf.csv`, quoted only if necessary. RFC 4180 section 2 */
const cellOf = (value: OfficialCase[keyof OfficialCase]): string => {
  const text = Array.isArray(value) ? value.join(';') : String(value ?? '')
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

let made: string | null = null

/** The reviewed table, byte for byte as `fcaf.csv`. */
export function tableCsv(): string {
  made ??= [
    tableColumns.join(','),
    ...officialCases.map((one) => tableColumns.map((name) => cellOf(one[name])).join(',')),
  ]
    .map((line) => `${line}\n`)
    .join('')
  return made
}
