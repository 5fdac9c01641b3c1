import type { Json } from '../../shared/values/json'
import { fixHeading } from '../evidence/fix-heading'
import type { ConformanceEntry, ExchangeView } from '../evidence/session-view'
import type { NextForYou, SessionCause, SessionOutcome } from '../evidence/z-session-view'
import { code, plainText } from './markup'
import { valueText } from './session-report'

/** The part of a read-back that an issue tells. */
export interface IssueSession {
  readonly session_id: string
  readonly outcome: SessionOutcome
  readonly cause: SessionCause | null
  readonly next_for_you: NextForYou
  readonly exchanges: readonly ExchangeView[]
  readonly checks: { readonly conformance: readonly ConformanceEntry[] }
}

interface IssueContext {
  /** The page of the session. */
  readonly pageUrl: string
  /** Of the check catalogue. */
  readonly version: string
  /** What a warning says, in a session without a cause. */
  readonly headlineOf: (warning: ConformanceEntry) => string
}

/** Longest value in an issue, in characters. */
const valueMax = 500
/** Most further failures and warnings that are named. */
const othersMax = 20

const shortened = (text: string): string =>
  text.length <= valueMax ? text : `${text.slice(0, valueMax)}… (${text.length} characters)`

const valueLine = (name: string, value: Json | undefined): string[] =>
  value === undefined || value === null ? [] : [`- ${name}: ${code(shortened(valueText(value)))}`]

const withoutDot = (sentence: string): string => sentence.replace(/\.$/, '')

/**
 * What failed in a session, as Markdown for an issue: cause, expected and sent value, fix, clause, request, session and
 * version. At most 60 lines. A text from outside stays on its line and is shown literally.
 */
export function issueMarkdown(session: IssueSession, { pageUrl, version, headlineOf }: IssueContext): string {
  const { cause, outcome, session_id, next_for_you } = session
  const { conformance } = session.checks
  const told = cause?.check ?? next_for_you.check
  const about = cause?.exchange_id ?? next_for_you.exchange_id
  const finding =
    conformance.findLast(({ id, exchange_id }) => id === told && exchange_id === about) ??
    conformance.findLast(({ id, status }) => id === told && (status === 'fail' || status === 'warn'))
  const exchange = session.exchanges.find(({ id }) => id === (finding?.exchange_id ?? about))
  const others = conformance.filter(({ id, status }) => (status === 'fail' || status === 'warn') && id !== told)
  const ids = [...new Set(others.map(({ id }) => id))]
  const headline = cause?.headline ?? (finding === undefined ? outcome.sentence : headlineOf(finding))
  const fix = cause === null ? finding?.hint : cause.fix
  return [
    `## ${plainText(shortened(headline))}`,
    '',
    ...(cause === null || withoutDot(cause.sentence) === withoutDot(headline)
      ? []
      : [plainText(shortened(cause.sentence)), '']),
    ...(told === null ? [] : [`- Check: ${code(told)}`]),
    ...valueLine('Expected', finding?.expected),
    ...valueLine('Sent', finding?.actual),
    ...(fix ? [`- ${fixHeading(cause?.acts ?? finding?.acts ?? 'wallet')}: ${plainText(shortened(fix))}`] : []),
    ...(cause?.clause
      ? [`- Clause: [${plainText(`${cause.clause.spec} ${cause.clause.section}`)}](${cause.clause.url})`]
      : []),
    ...(exchange === undefined ? [] : [`- Request: ${code(shortened(requestText(exchange)))}`]),
    `- Outcome: ${plainText(shortened(outcome.sentence))}`,
    `- Session: ${code(session_id)}, ${pageUrl}`,
    `- Catalogue of checks: ${code(version)}`,
    ...(ids.length === 0 ? [] : [`- Also failed or warned: ${ids.slice(0, othersMax).map(code).join(', ')}`]),
    '',
  ].join('\n')
}

const requestText = ({ method, path, response }: ExchangeView): string =>
  `${method} ${path}, answered with ${response.status ?? 'nothing'}`
