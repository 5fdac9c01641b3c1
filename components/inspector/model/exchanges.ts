import type { EventView, ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { issuerDeviation } from '@/lib/core/issuer/deviations'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { txCodeAttemptsMax } from '@/lib/core/shared/time/durations'
import { isObject } from '@/lib/core/shared/values/json'
import { numberWord } from '@/lib/core/shared/values/number-word'
import type { ExpectedExchange, FlowModel, Inspected, InspectedExchange, SessionHead } from './flow-model'
import { isOver } from './session-state'

/**
 * Numbers the exchanges of a session from 1, by id. `earlier`: exchanges before the given ones. If the client had
 * another session at the same time, requests without a session id get no number, so that foreign requests do not shift
 * the others.
 */
export function exchangeNumbers(
  exchanges: readonly Pick<ExchangeView, 'id' | 'correlation'>[],
  mixedTraffic: boolean,
  earlier = 0,
): ReadonlyMap<string, number> {
  const counted = exchanges.filter(({ correlation }) => !mixedTraffic || correlation === 'exact')
  return new Map(counted.map(({ id }, index) => [id, earlier + index + 1]))
}

/** Number of recorded exchanges that have a number; `shown` are the newest. Expected exchanges continue from it. */
export const numberedCount = (recorded: number, shown: readonly { readonly number: number | null }[]): number =>
  recorded - shown.filter(({ number }) => number === null).length

/** How text refers to an exchange; `null` without a number. */
export const exchangeWords = (number: number | null): string =>
  number === null ? 'an inferred exchange' : `exchange ${number}`

/** True for a successful request; CORS preflights do not count. */
export const succeeded = ({ operation, response }: Pick<InspectedExchange, 'operation' | 'response'>): boolean =>
  operation !== null && response.status !== null && response.status < 400

/**
 * Remaining requests of a clean flow: everything after the furthest success; after a refusal, everything from the step
 * that can resume with what is still valid. Empty once the session is over, or if only a new session helps.
 */
export function expectedExchanges<Session extends SessionHead>(
  { session, exchanges, phase }: Inspected<Session>,
  flow: Pick<FlowModel<Session>, 'expected' | 'operations'>,
): readonly ExpectedExchange[] {
  if (isOver(phase)) return []
  const clean = flow.expected(session)
  if (session.next_step !== null) {
    const { operation } = session.next_step
    if (operation === null) return []
    const from = clean.findIndex(({ kind }) => kind === flow.operations[operation])
    if (from !== -1) return clean.slice(from)
  }
  const done = new Set(exchanges.filter(succeeded).map(({ kind }) => kind))
  return clean.slice(clean.findLastIndex(({ kind }) => done.has(kind)) + 1)
}

/** Error code of a response; `null` if there is none. */
export function errorCodeOf({ response }: Pick<ExchangeView, 'response'>): string | null {
  return isObject(response.body) && typeof response.body.error === 'string' ? response.body.error : null
}

/**
 * Attempts left for the first offer's transaction code, and how the last wrong code differs in form. Never reveals what
 * was sent.
 * @param code the correct code
 */
export function transactionAttempts(code: string, events: readonly EventView[]): string {
  const wrong = events.filter(({ detail }) => detail.wrong_tx_code === true && detail.code_id === undefined)
  const last = wrong.at(-1)
  const left = txCodeAttemptsMax - wrong.length
  const rest = `${left} ${left === 1 ? 'attempt' : 'attempts'} left.`
  if (last === undefined) return `Type it in the wallet. ${rest}`
  return `Attempt ${wrong.length} of ${txCodeAttemptsMax}: ${differenceOf(code, last)}. ${rest}`
}

/** Number and kind of the characters that came. Events of older versions lack them. */
function differenceOf(code: string, { detail: { sent_length: length, sent_digits: digits } }: EventView): string {
  if (typeof length !== 'number') return 'a wrong code'
  const isNumeric = /^\d+$/.test(code)
  const came = `${numberWord(length)} ${digits === true ? 'digit' : 'character'}${length === 1 ? '' : 's'}`
  if (isNumeric && digits !== true) return `${came}, where the code has ${numberWord(code.length)} digits`
  return length === code.length ? `${came}, but other ones` : `${came} instead of ${numberWord(code.length)}`
}

/** True if the session issues a credential that no wallet should keep, so that silence proves nothing. */
export const issuesWrongCredential = ({ options }: Pick<IssuanceSessionView, 'options'>): boolean =>
  issuerDeviation(options.fault)?.silence === 'says_nothing'
