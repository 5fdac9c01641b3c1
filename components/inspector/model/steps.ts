import type { ExchangeView, IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { type ExchangeKind, exchangeKind } from './exchange-kind'
import type { SessionPhase } from './session-state'
import { errorCodeOf } from './timeline'

export type StepState = 'done' | 'current' | 'refused' | 'ahead'

export interface Step {
  readonly kind: ExchangeKind
  readonly label: string
  readonly state: StepState
  /** The step that the flow stands at: the next one, or the one that was refused and can be tried again. */
  readonly isCurrent: boolean
  /** When it was done or refused, RFC 3339; `null` when it was not. */
  readonly at: string | null
}

interface StepLabels {
  readonly done: string
  readonly refused: string
  readonly open: string
}

const labels: Readonly<Partial<Record<ExchangeKind, StepLabels>>> = {
  offer: { done: 'Offer fetched', refused: 'Offer refused', open: 'Fetch the offer' },
  issuer_metadata: { done: 'Metadata read', refused: 'Metadata not found', open: 'Read the metadata' },
  par: { done: 'Request pushed', refused: 'Pushed request refused', open: 'Push the request' },
  authorize: { done: 'User signed in', refused: 'Sign-in refused', open: 'Sign the user in' },
  token: { done: 'Token issued', refused: 'Token refused', open: 'Get the token' },
  nonce: { done: 'Nonce fetched', refused: 'Nonce refused', open: 'Fetch a nonce' },
  credential: { done: 'Credential issued', refused: 'Credential refused', open: 'Get the credential' },
}

const succeeded = ({ response }: ExchangeView) => response.status !== null && response.status < 400

/** A refusal that the flow plans for, to hand over a nonce, leaves the step open. */
const refused = (exchange: ExchangeView) => !succeeded(exchange) && errorCodeOf(exchange) !== 'use_dpop_nonce'

/**
 * The milestones of the flow: answers "where is it stuck". A refused step is where the flow stands: nothing after it
 * is waited for until it succeeds.
 */
export function steps(
  session: Pick<IssuanceSessionView, 'flow' | 'credential_offer_mode' | 'exchanges'>,
  phase: SessionPhase,
): Step[] {
  const kinds: readonly ExchangeKind[] = [
    ...(session.credential_offer_mode === 'credential_offer_uri' ? (['offer'] as const) : []),
    'issuer_metadata',
    ...(session.flow === 'authorization_code' ? (['par', 'authorize'] as const) : []),
    'token',
    'nonce',
    'credential',
  ]
  const seen = kinds.map((kind) => {
    const attempts = session.exchanges.filter((exchange) => exchangeKind(exchange) === kind)
    return { kind, success: attempts.find(succeeded), refusal: attempts.findLast(refused) }
  })
  const furthest = seen.findLastIndex(({ success, refusal }) => success ?? refusal)
  const current = seen[furthest]?.success || furthest < 0 ? furthest + 1 : furthest
  const running = phase === 'created' || phase === 'running' || phase === 'refused'
  return seen.map(({ kind, success, refusal }, index) => {
    const label = labels[kind] ?? { done: kind, refused: kind, open: kind }
    const isCurrent = running && index === current
    if (success) return { kind, label: label.done, state: 'done', isCurrent: false, at: success.at }
    if (refusal) return { kind, label: label.refused, state: 'refused', isCurrent, at: refusal.at }
    return { kind, label: label.open, state: isCurrent ? 'current' : 'ahead', isCurrent, at: null }
  })
}
