import { loadSession } from '../../../engine/sessions/load-session'
import { digestOf } from '../../../shared/ports/digests'
import type { IssuanceSession, OneTimeValue, StoredEvent } from '../../../shared/ports/store-types'
import type { EpochMillis } from '../../../shared/time/time'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { requiredEncryption } from '../../configurations/laboratory/protocol-options'
import { type EncryptedRequestReading, readCredentialBody } from '../credential-request'
import { readEncryptedBody } from '../encryption/encrypted-body'
import { readResponseEncryption } from '../encryption/response-encryption'
import { lostWithRestart } from '../lost-with-restart'
import type { DpopReading } from '../oauth/dpop/dpop-reading'
import { readDpop, readDpopHistory } from '../oauth/dpop/read-dpop'
import { type AccessTokenReading, readAccessToken } from '../oauth/read-access-token'
import { readUnitStatus, type UnitStatusReading } from '../wallet-unit/unit-status'
import { endsTransaction, keysOf, type Transaction, transactionsOf } from './transaction'

/** Facts of a deferred credential request. OID4VCI-1FINAL-9.1 */
export interface DeferredReading extends EncryptedRequestReading {
  readonly now: EpochMillis
  /** Of the access token. */
  readonly session: IssuanceSession | null
  readonly accessToken: AccessTokenReading
  readonly dpop: DpopReading
  /** As sent. */
  readonly transactionId: unknown
  readonly transaction: TransactionReading
  /** What the issuer knows of the wallet unit; `null` for an issuer without `wallet_unit`. */
  readonly unitStatus: UnitStatusReading | null
}

/**
 * State of the transaction in the request. `absent`: none named. `other_grant`: belongs to another grant than the
 * access token. `used`: credentials were issued.
 */
export type TransactionReading =
  | { readonly state: 'absent' | 'unknown' | 'other_issuer' | 'other_grant' }
  | {
      readonly state: 'used' | 'alive'
      readonly value: OneTimeValue
      readonly history: Transaction
      /** The final response may have been lost in a restart. */
      readonly endLost?: true
    }

/** Reads a deferred credential request as far as possible; never throws on bad input. OID4VCI-1FINAL-9.1 */
export async function readDeferredRequest(context: IssuerContext): Promise<DeferredReading> {
  const { exchange, issuer, ports, settings } = context
  const body = readCredentialBody(exchange, await readEncryptedBody(exchange, issuer))
  const accessToken = await readAccessToken(context, body.json.ok ? body.json.value : null)
  const sessionId = accessToken.value?.sessionId ?? null
  const [session, events] =
    sessionId === null
      ? [null, []]
      : await Promise.all([loadSession('issuance', sessionId, ports), ports.store.events(sessionId)])
  const dpop = await readDpop({
    exchange,
    endpointUrl: issuer.urls.deferred,
    role: 'rs',
    accessToken: accessToken.token,
    boundThumbprint: typeof accessToken.value?.data.jkt === 'string' ? accessToken.value.data.jkt : null,
    issuerId: issuer.id,
    policy: session?.options.dpop_nonce ?? settings.dpopNonce,
    algorithms: settings.dpopSigningAlgs,
    ports,
    sessionId,
    history: readDpopHistory(events, 'deferred', ports),
  })
  const transactionId = body.request?.transaction_id
  const transaction = await readTransaction(transactionId, { token: accessToken.value, events, context })
  return {
    now: exchange.at,
    session,
    accessToken,
    dpop,
    body,
    transactionId,
    transaction,
    unitStatus: await readUnitStatus(context, { attestations: [], isAsked: true }),
    proofs: { holderKeys: 'value' in transaction ? keysOf(transaction.value) : [] },
    requiredEncryption: requiredEncryption(issuer.options),
    responseEncryption: await readResponseEncryption(body.request),
    // A wallet may reuse the key within a transaction, to keep fewer of them. OID4VCI-1FINAL-9.2
    earlierResponseKeys: [],
  }
}

/** A transaction belongs to the grant of its access token, whichever token of that grant is used. */
async function readTransaction(
  id: unknown,
  {
    token,
    events,
    context: { issuer, ports },
  }: {
    readonly token: OneTimeValue | null
    readonly events: readonly StoredEvent[]
    readonly context: IssuerContext
  },
): Promise<TransactionReading> {
  if (typeof id !== 'string') return { state: 'absent' }
  const named = await ports.store.oneTimeValue('transaction_id', digestOf(id, ports.sha256))
  if (named === null) return { state: 'unknown' }
  if (named.issuerId !== issuer.id) return { state: 'other_issuer' }
  const { same_as: first } = named.data
  const value = typeof first === 'string' ? await ports.store.oneTimeValue('transaction_id', first) : named
  if (value === null || token === null || value.parent !== token.parent) return { state: 'other_grant' }
  const history = transactionsOf(events).find(({ digest }) => digest === value.digest)
  if (history === undefined) return { state: 'other_grant' }
  const endLost = isEndLost(value.digest, events, ports) ? ({ endLost: true } as const) : {}
  return { state: value.consumedAt === null ? 'alive' : 'used', value, history, ...endLost }
}

/** True if a transaction's final response may have been lost in a restart and was not repeated since. */
function isEndLost(transaction: string, events: readonly StoredEvent[], ports: IssuerContext['ports']): boolean {
  const last = events.findLast(({ type, detail }) => type === 'deferred_polled' && detail.transaction === transaction)
  return last !== undefined && endsTransaction(last) && last.exchangeId === lostWithRestart(events, ports)
}
