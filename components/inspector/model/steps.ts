import type { ExchangeView, IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { type ExchangeKind, exchangeKind } from './exchange-kind'
import type { SessionPhase } from './session-state'

export type StepState = 'done' | 'current' | 'refused' | 'ahead'

export interface Step {
  readonly kind: ExchangeKind
  readonly label: string
  readonly state: StepState
  /** When it was done or refused, RFC 3339; `null` when it was not. */
  readonly at: string | null
}

const labels: Readonly<Partial<Record<ExchangeKind, readonly [done: string, refused: string]>>> = {
  offer: ['Offer fetched', 'Offer refused'],
  issuer_metadata: ['Metadata read', 'Metadata not found'],
  par: ['Request pushed', 'Pushed request refused'],
  authorize: ['User signed in', 'Sign-in refused'],
  token: ['Token issued', 'Token refused'],
  nonce: ['Nonce fetched', 'Nonce refused'],
  credential: ['Credential issued', 'Credential refused'],
}

const succeeded = ({ response }: ExchangeView) => response.status !== null && response.status < 400

/** The milestones of the flow: answers "where is it stuck". */
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
    return { kind, success: attempts.find(succeeded), refusal: attempts.findLast((attempt) => !succeeded(attempt)) }
  })
  const furthest = seen.findLastIndex(({ success, refusal }) => success ?? refusal)
  const running = phase === 'created' || phase === 'running' || phase === 'refused'
  return seen.map(({ kind, success, refusal }, index) => {
    const [done, refused] = labels[kind] ?? [kind, kind]
    if (success) return { kind, label: done, state: 'done', at: success.at }
    if (refusal) return { kind, label: refused, state: 'refused', at: refusal.at }
    return { kind, label: done, state: running && index === furthest + 1 ? 'current' : 'ahead', at: null }
  })
}
