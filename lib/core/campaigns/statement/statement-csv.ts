import { csvCell } from '../../shared/values/escape'
import { evidenceWords } from '../official-cases/entered-results'
import { remarkSentence } from './statement-words'
import type { ConformanceStatement, StatementCase } from './z-statement'

const columns = [
  'id',
  'area',
  'objective',
  'url',
  'text_sha256',
  'relevancy',
  'status',
  'population',
  'applicable',
  'result',
  'remark',
  'method',
  'sessions',
  'exchanges',
  'failed_check',
  'cause',
  'contradicted_by',
  'tested_at',
  'tester',
  'condition',
  'defect',
  'review_needed',
  'evidence',
  'edition',
  'side',
  'baseline',
  'kin',
  'from',
] as const satisfies readonly (keyof StatementCase)[]

/** The cases as CSV: a header line, then one line per case and nothing else. RFC 4180 section 2 */
export const statementCsv = ({ cases }: Pick<ConformanceStatement, 'cases'>): string =>
  [
    columns,
    ...cases.map((one) => columns.map((name) => csvCell(cellOf(name === 'remark' ? remarkOf(one) : one[name])))),
  ]
    .map((line) => `${line.join(',')}\r\n`)
    .join('')

const remarkOf = (one: StatementCase): string | null => one.remark && remarkSentence(one.remark, one)

/** A person's note may have line breaks; a case must stay on one line. */
function cellOf(value: StatementCase[keyof StatementCase]): unknown {
  if (typeof value === 'string') return oneLine(value)
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? one : oneLine(evidenceWords(one))))
  if (value === null || typeof value !== 'object') return value
  const { check, session_id, exchange_id, subject } = value
  return [check, session_id, exchange_id, subject && `${subject.query_id} ${subject.index}`].filter(Boolean)
}

const oneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ')
