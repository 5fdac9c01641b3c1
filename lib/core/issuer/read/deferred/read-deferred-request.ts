import { loadSession } from '../../../engine/sessions/load-session'
import { digestOf } from '../../../ground/ports/digests'
import type { OneTimeValue, StoredEvent } from '../../../ground/ports/store-types'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { requiredEncryption } from '../../configurations/laboratory/encryption-options'
import { readEncryptedBody } from '../encryption/read-encrypted-body'
import { readResponseEncryption } from '../encryption/read-response-encryption'
import { lostWithRestart } from '../lost-with-restart'
import { readDpop } from '../oauth/dpop/read-dpop'
import { readDpopHistory } from '../oauth/dpop/read-dpop-history'
import { readAccessToken } from '../oauth/read-access-token'
import { readCredentialBody } from '../read-credential-body'
import type { DeferredReading, TransactionReading } from './deferred-reading'
import { endsTransaction, transactionsOf } from './transaction'
import { keysOf } from './transaction-value'

/** Reads a deferred credential request as far as possible; never throws because of what was sent. OID4VCI-1FINAL-9.1 */
export async function readDeferredRequest(context: IssuerContext): Promise<DeferredReading> {
  const { exchange, issuer, ports, settings } = context
  const body = readCredentialBody(exchange, await readEncryptedBody(exchange, issuer.keys.requestEncryption))
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
    accessToken,
    dpop,
    body,
    transactionId,
    transaction,
    proofs: { holderKeys: 'value' in transaction ? keysOf(transaction.value) : [] },
    requiredEncryption: requiredEncryption(issuer.options),
    responseEncryption: await readResponseEncryption(body.request),
    // A wallet may keep the key of one transaction, to have fewer of them. OID4VCI-1FINAL-9.2
    earlierResponseKeys: [],
  }
}

/** A transaction belongs to the grant of its access token, whichever token of that grant a request comes with. */
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

/** Whether the response that ended a transaction may have got lost with a restart, and the wallet has had none since. */
function isEndLost(transaction: string, events: readonly StoredEvent[], ports: IssuerContext['ports']): boolean {
  const last = events.findLast(({ type, detail }) => type === 'deferred_polled' && detail.transaction === transaction)
  return last !== undefined && endsTransaction(last) && last.exchangeId === lostWithRestart(events, ports)
}
