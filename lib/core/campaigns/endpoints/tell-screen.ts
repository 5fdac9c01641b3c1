import type { PlainAnswer } from '../../engine/endpoints/endpoint'
import { isRepeated, type Report } from '../../engine/endpoints/refusal-report'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { ProtocolError } from '../../ground/ports/errors'
import type { Campaign, EnteredResult, Session } from '../../ground/ports/store-types'
import type { Teller } from '../../ground/ports/teller'
import { personCase } from '../official-cases/person-cases'
import { countsOperatorOnly, enteredMax, enteredReadMax } from '../official-cases/wallet-coverage'
import { endedOnScreen, type PersonAnswer } from '../person-answers'
import { noMoreResults } from './no-more-of-wallet'

/** How many reports a session accepts; the last one counts. */
const reportsMax = 10

/**
 * Records what a wallet showed after a response of ours that was unusual on purpose, and enters it as the result of who tells it
 * for the official case about it; `null` for a session that does not ask that. Repeating the last report changes nothing. Throws `session_ended` after
 * too many reports.
 */
export async function tellScreen(
  { wallet }: Pick<Campaign, 'wallet'>,
  session: Session,
  { shown, by, context }: Report<Exclude<PersonAnswer, 'warned'>> & { readonly context: RequestContext },
): Promise<Omit<PlainAnswer, 'reply'> | null> {
  const { store } = context.ports
  const events = await store.events(session.sessionId)
  if (!endedOnScreen({ session, events })) return null
  const reports = events.filter(({ type }) => type === 'vp_screen_reported')
  if (isRepeated(reports.at(-1), { shown, by })) return {}
  if (reports.length >= reportsMax)
    throw new ProtocolError('session_ended', 'What the wallet showed has been reported too often for this session.')
  const entered = await entryOf({ wallet, session, shown, by }, context)
  return {
    sessionId: session.sessionId,
    events: [{ type: 'vp_screen_reported', detail: { shown, by } }],
    ...(entered === null ? {} : { entered }),
  }
}

const seen = {
  error: { result: 'passed', words: 'the wallet showed an error' },
  went_on: { result: 'failed', words: 'the wallet showed no error' },
} as const

/** The result that is entered by telling what the wallet showed; `null` where nobody saw it. */
async function entryOf(
  told: {
    readonly wallet: Campaign['wallet']
    readonly session: Session
    readonly shown: keyof typeof seen | 'nothing'
    readonly by: Teller
  },
  context: RequestContext,
): Promise<EnteredResult | null> {
  const { wallet, session, shown, by } = told
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
    by,
    evidence: [{ session_id: session.sessionId }],
    byOperator: asker === 'operator',
    enteredAt: exchange.at,
  }
}
