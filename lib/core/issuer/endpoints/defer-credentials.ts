import type { EventDraft } from '../../engine/endpoints/endpoint'
import { digestRow, randomValue } from '../../engine/endpoints/one-time'
import { loadSession } from '../../engine/sessions/load-session'
import { digestOf } from '../../ground/ports/digests'
import { invariant } from '../../ground/ports/errors'
import { sessionTtlSeconds } from '../../ground/time/durations'
import { addSeconds } from '../../ground/time/time'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { alterationName, deviationOf } from '../deviations'
import { toTransactionData } from '../read/deferred/transaction-value'
import { answerCredentials } from './credential-answer'
import type { CredentialsAsked, CredentialsGiven } from './credentials-asked'

/**
 * Defers what a request asked for: 202 with a `transaction_id` of 43 random characters, and the seconds that the wallet
 * should wait. What the credentials will be bound to stays with the transaction. OID4VCI-1FINAL-8.3
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
  const eventsWith = (more: { interval?: null }): EventDraft[] => [
    ...before,
    { type: 'credential_deferred', detail: { ...detail, ...more } },
  ]
  const session = await loadSession('issuance', token.sessionId ?? '', ports)
  const deviation = session && deviationOf(session)
  const change = deviation?.changes.deferral
  return {
    reply: await answerCredentials(202, members, asked, context),
    ...(deviation && change
      ? {
          alternative: {
            alteration: alterationName(deviation),
            reply: await answerCredentials(202, change(members), asked, context),
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

/**
 * How long a session is open after a wallet was told to wait: until it should ask again, and then as long as a new session
 * is, but not longer than its issuer is served.
 */
export function openSeconds(interval: number, { exchange, issuer: { session } }: IssuerContext): number {
  const until = session?.laboratory?.until
  const served = until === undefined ? Number.POSITIVE_INFINITY : (until - exchange.at) / 1000
  return Math.max(0, Math.min(interval + sessionTtlSeconds, Math.floor(served)))
}
