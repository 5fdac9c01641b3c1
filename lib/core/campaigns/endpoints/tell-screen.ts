import type { PlainAnswer } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { ProtocolError } from '../../ground/ports/errors'
import type { Campaign, EnteredResult, Session } from '../../ground/ports/store-types'
import { personCase } from '../official-cases/person-cases'
import { countsOperatorOnly, enteredMax, enteredReadMax } from '../official-cases/wallet-coverage'
import { endedOnScreen, type PersonAnswer } from '../person-answers'
import { noMoreResults } from './no-more-of-wallet'

/** How many reports a session accepts; the last one counts. */
const reportsMax = 10

/**
 * Records what a person saw after a response of ours that was unusual on purpose, and enters it as their result for the official
 * case about it; `null` for a session that does not ask that. Repeating the last report changes nothing. Throws `session_ended` after
 * too many reports.
 */
export async function tellScreen(
  { wallet }: Pick<Campaign, 'wallet'>,
  session: Session,
  { shown, context }: { readonly shown: Exclude<PersonAnswer, 'warned'>; readonly context: RequestContext },
): Promise<Omit<PlainAnswer, 'reply'> | null> {
  const { store } = context.ports
  const events = await store.events(session.sessionId)
  if (!endedOnScreen({ session, events })) return null
  const reports = events.filter(({ type }) => type === 'vp_screen_reported')
  if (reports.at(-1)?.detail.shown === shown) return {}
  if (reports.length >= reportsMax)
    throw new ProtocolError('session_ended', 'What the wallet showed has been reported too often for this session.')
  const entered = await entryOf({ wallet, session, shown }, context)
  return {
    sessionId: session.sessionId,
    events: [{ type: 'vp_screen_reported', detail: { shown } }],
    ...(entered === null ? {} : { entered }),
  }
}

const seen = {
  error: { result: 'passed', words: 'the wallet showed an error' },
  went_on: { result: 'failed', words: 'the wallet showed no error' },
} as const

/** The result that a person enters by telling what the wallet showed; `null` where nobody saw it. */
async function entryOf(
  told: {
    readonly wallet: Campaign['wallet']
    readonly session: Session
    readonly shown: keyof typeof seen | 'nothing'
  },
  context: RequestContext,
): Promise<EnteredResult | null> {
  const { wallet, session, shown } = told
  const official = personCase(session.preset)
  if (official === null || shown === 'nothing') return null
  const { ports, exchange, asker } = context
  const query = { wallet, operatorOnly: countsOperatorOnly(asker), max: enteredReadMax }
  if ((await ports.store.enteredResults(query)).length >= enteredMax) throw noMoreResults()
  const { result, words } = seen[shown]
  return {
    id: ports.uuid(),
    wallet,
    caseId: official.id,
    result,
    note: `Told in session ${session.sessionId}, whose response was unusual on purpose: ${words}.`,
    evidence: [{ session_id: session.sessionId }],
    byOperator: asker === 'operator',
    enteredAt: exchange.at,
  }
}
