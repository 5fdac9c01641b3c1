import type { DecidedEffect, EventDraft } from '../../engine/endpoints/decided'
import type { Decision } from '../../engine/endpoints/endpoint'
import { digestRow, oneTimeRow, randomValue } from '../../engine/endpoints/one-time'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadSession } from '../../engine/sessions/load-session'
import type { IssuedCredential } from '../../shared/formats/credential-format'
import { digestOf } from '../../shared/ports/digests'
import { invariant } from '../../shared/ports/errors'
import type { SessionId } from '../../shared/ports/ids'
import { sessionTtlSeconds } from '../../shared/time/durations'
import { addSeconds } from '../../shared/time/time'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { deviationName, deviationOf } from '../deviations'
import { type DeferredRequest, toTransactionData } from '../read/deferred/transaction'
import type { AccessTokenReading } from '../read/oauth/read-access-token'
import type { ShownStatuses } from '../read/wallet-unit/credential-end'
import { appliedMutations } from './applied-mutations'
import { type AnsweredRequest, answerCredentials } from './credential-answer'

/** An accepted request: credentials of one configuration, one per key. */
export interface CredentialsAsked extends DeferredRequest, AnsweredRequest {
  readonly accessToken: AccessTokenReading
  /** Claims of the key attestations in this request; absent in a deferred one. */
  readonly keyAttestations?: readonly Readonly<Record<string, unknown>>[]
  /** Statuses that end the credentials; absent in a deferred request, which did not read them. */
  readonly shownStatuses?: ShownStatuses | null
}

/** The decision on accepted credentials. */
export interface CredentialsGiven extends Pick<Decision, 'reply' | 'deviating' | 'events' | 'handedOut'> {
  readonly effects?: Decision['effects']
  /** For the decoded views. */
  readonly issued?: readonly IssuedCredential[]
}

/**
 * Defers issuance: 202 with a `transaction_id` of 43 random characters and a polling interval. The transaction stores
 * what the credentials will be bound to. OID4VCI-1FINAL-8.3
 * @param before the events of the request
 */
export async function deferCredentials(
  asked: CredentialsAsked,
  before: readonly EventDraft[],
  context: IssuerContext,
): Promise<CredentialsGiven> {
  const { issuer, ports } = context
  const { deferred } = issuer.options
  const token = asked.accessToken.value
  invariant(deferred !== null && token !== null && token.parent !== null, 'An issuer that defers knows the grant.')
  const { interval } = deferred
  const transactionId = randomValue(context)
  const transaction = digestOf(transactionId, ports.sha256)
  const members = { transaction_id: transactionId, interval }
  const detail = {
    transaction,
    interval,
    credential_configuration_id: asked.configurationId,
    count: asked.keys.length,
    encrypted: asked.responseEncryption !== null,
    dpop_nonce: asked.dpop.policy === 'off' ? 'off' : 'offered',
    open_seconds: openSeconds(interval, context),
    ...(asked.dataset === null ? {} : { dataset: asked.dataset }),
  }
  const session = await loadSession('issuance', token.sessionId ?? '', ports)
  const applied = appliedMutations(session, 'credential_response', members)
  const eventsWith = (more: { interval?: null }): EventDraft[] => [
    ...before,
    { type: 'credential_deferred', detail: { ...detail, ...more } },
    ...applied.events,
  ]
  const deviation = session && deviationOf(session)
  const wrong = applied.sent ?? deviation?.changes.deferral?.(members) ?? members
  return {
    reply: await answerCredentials(202, members, asked, context),
    ...(deviation && wrong !== members
      ? {
          deviating: {
            deviation: deviationName(deviation),
            reply: await answerCredentials(202, wrong, asked, context),
            events: eventsWith({ interval: null }),
          },
        }
      : {}),
    events: eventsWith({}),
    effects: [
      {
        type: 'grant',
        secret: transactionId,
        value: digestRow(context, {
          kind: 'transaction_id',
          digest: transaction,
          sessionId: token.sessionId,
          parent: token.parent,
          expiresAt: issuer.session?.laboratory?.until ?? addSeconds(asked.now, sessionTtlSeconds),
          data: toTransactionData(asked),
        }),
      },
    ],
  }
}

/** Session lifetime after a deferral: the interval plus one session TTL, capped by the laboratory's lifetime. */
export function openSeconds(interval: number, { exchange, issuer: { session } }: IssuerContext): number {
  const until = session?.laboratory?.until
  const served = until === undefined ? Number.POSITIVE_INFINITY : (until - exchange.at) / 1000
  return Math.max(0, Math.min(interval + sessionTtlSeconds, Math.floor(served)))
}

/** How long a decision stays the first one; as long as any laboratory is served. */
const memorySeconds = 30 * 86_400

/**
 * One-time value that makes a decision on a deferred credential unique. Of two at once, by tester or wallet request,
 * one loses the race, is decided again and sees the other.
 * @param transaction digest of the `transaction_id`
 */
export const onlyDecision = (
  { transaction, sessionId }: { readonly transaction: string; readonly sessionId: SessionId | null },
  context: RequestContext,
): DecidedEffect => ({
  type: 'grant',
  secret: null,
  value: oneTimeRow(context, {
    kind: 'transaction_id',
    value: `decided.${transaction}`,
    sessionId,
    ttlSeconds: memorySeconds,
  }),
})
