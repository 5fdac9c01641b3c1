import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { ExchangeId } from '../../shared/ports/ids'
import type { EpochMillis } from '../../shared/time/time'
import { deviationOf, waitSeconds } from '.'
import { changedId } from './changed'
import { altersLink, deviationOutcome, isOfWallet } from './issuer-deviation-outcome'

/** What a wallet did with documents that its tester changed, where no named fault equals them. */
export interface ChangedResult {
  readonly did: 'answered' | 'error' | 'stopped' | 'nothing'
  /** The event with which the wallet said that it failed. OID4VCI-1FINAL-11.1 */
  readonly code?: string
  /** Who told what its screen showed, and what. */
  readonly told?: string
  /** From the first changed document, or from the creation with a changed link, to what shows it, or the wait. */
  readonly seconds: number
  readonly at: EpochMillis
  readonly exchangeId: ExchangeId | null
}

/** `null` while it is open, and in sessions of another kind. */
export function changedResult(evidence: IssuanceEvidence): ChangedResult | null {
  const { session, events, exchanges } = evidence
  const deviation = deviationOf(session)
  const outcome = deviation?.id === changedId ? deviationOutcome(evidence) : null
  if (deviation === null || outcome === null) return null
  // A changed link is no response: all that a wallet sends comes after it, whatever else is changed on the way.
  const begin = altersLink(deviation, session)
    ? -1
    : exchanges.findIndex(({ id }) =>
        events.some(({ type, exchangeId }) => type === 'answer_altered' && exchangeId === id),
      )
  const since = exchanges[begin]?.at ?? session.createdAt
  const shown = (
    did: ChangedResult['did'],
    at: EpochMillis,
    more: Pick<ChangedResult, 'code' | 'told'> = {},
  ): ChangedResult => ({
    did,
    ...more,
    seconds: Math.max(0, Math.round((at - since) / 1000)),
    at,
    exchangeId: outcome.exchangeId,
  })
  const { did, by, at, seen } = outcome
  const told = by === 'report' ? { told: seen } : {}
  if (did === 'continued' && at !== null) return shown('answered', at, told)
  const later = exchanges.slice(begin + 1).some(isOfWallet)
  if (did === 'refused' && at !== null) {
    if (by === 'wallet') return shown('error', at, { code: 'credential_failure' })
    return shown(by === 'silence' && !later ? 'nothing' : 'stopped', at, told)
  }
  if (did === 'undecided' && by === null && evidence.now >= session.expiresAt)
    return shown('nothing', session.expiresAt)
  if (did !== 'undecided' || (by !== 'silence' && by !== 'other_refusal')) return null
  const last = exchanges.findLast(isOfWallet)?.at ?? since
  // It went on with what it got, which may be why its next request was refused.
  if (by === 'other_refusal') return shown('answered', last)
  // A wallet need not notify.
  return { ...shown(later ? 'stopped' : 'nothing', last), seconds: waitSeconds(session) }
}

/** Whether it is known what the wallet did: it sent something, or somebody told what it showed. Silence tells nothing. */
export const isKnown = ({ did, told }: ChangedResult): boolean =>
  did === 'answered' || did === 'error' || told !== undefined

/** The same in words, as the outcome of the session. */
export function changedResultWords(
  { did, code = '', told }: ChangedResult,
  { session, seconds }: { readonly session: Pick<IssuanceEvidence['session'], 'options'>; readonly seconds: number },
): string {
  const words: Readonly<Record<ChangedResult['did'], string>> = {
    answered: 'the wallet went on',
    error: `the wallet sent the error ${code}`,
    stopped: 'the wallet stopped',
    nothing: `the wallet sent nothing in ${seconds} s`,
  }
  const targets = session.options.mutations?.operations.map(({ target }) => target) ?? []
  const are = (...all: readonly string[]) => targets.length > 0 && targets.every((target) => all.includes(target))
  const what = are('offer_link') ? 'Link' : are('offer', 'offer_link') ? 'Offer' : 'Response'
  return `${what} wrong on purpose: ${told ?? words[did]}`
}
