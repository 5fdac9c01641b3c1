import { bind } from '../../engine/checks/evaluate'
import type { DeviatingReply } from '../../engine/endpoints/endpoint'
import { answeredRequest } from '../../engine/endpoints/unmatched-reading'
import { type HeaderField, headerValues, type Reply } from '../../shared/http/exchange'
import { jsonReply } from '../../shared/http/reply'
import { digestOf } from '../../shared/ports/digests'
import type { SessionId } from '../../shared/ports/ids'
import type { KeyedHash } from '../../shared/ports/ports'
import type { IssuanceSession, OneTimeValue } from '../../shared/ports/store-types'
import { cNonceTtlSeconds } from '../../shared/time/durations'
import { addSeconds } from '../../shared/time/time'
import { toBase64url } from '../../shared/values/base64url'
import { nonceAddressChecks } from '../checks/metadata'
import { nonceEndpointChecks } from '../checks/nonce'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { deviationName, deviationOf } from '../deviations'
import type { NonceChange } from '../deviations/issuer-deviation'
import type { NonceReading } from '../read/proof/read-nonce'
import { judgedByIssuer } from './issuer-endpoint'
import { dpopNonceHeaders } from './oauth/dpop'

/** Issues a `c_nonce` and the row to store for it. OID4VCI-1FINAL-7.2 */
export function issueCNonce(
  { exchange, issuer, ports }: IssuerContext,
  origin: {
    readonly source: 'nonce_endpoint' | 'token_response'
    readonly sessionId: SessionId | null
    /** A fixed nonce instead of a random one. */
    readonly cNonce?: string
    /** Stores it as already spent. */
    readonly asSpent?: true
  },
): { readonly cNonce: string; readonly value: OneTimeValue } {
  const { cNonce = toBase64url(ports.random(32)) } = origin
  return {
    cNonce,
    value: {
      kind: 'c_nonce',
      digest: digestOf(cNonce, ports.sha256),
      issuerId: issuer.id,
      sessionId: origin.sessionId,
      exchangeId: exchange.id,
      parent: null,
      expiresAt: addSeconds(exchange.at, cNonceTtlSeconds),
      consumedAt: null,
      revokedAt: null,
      data: { source: origin.source, issued_at: exchange.at, ...(origin.asSpent ? { given_as_spent: true } : {}) },
    },
  }
}

/** The nonce that a session hands out repeatedly; derived from its code, so it need not be stored. */
const repeatedNonce = (session: IssuanceSession, code: string, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('repeated-nonce', `${session.sessionId}.${code}`))

/** Source of a token response's nonce; a nonce that the nonce endpoint will repeat counts as that endpoint's. */
export function tokenNonce(
  session: IssuanceSession,
  code: string,
  { ports }: IssuerContext,
): { readonly source: 'nonce_endpoint' | 'token_response'; readonly cNonce?: string } {
  if (deviationOf(session)?.changes.nonce?.repeats !== true) return { source: 'token_response' }
  return { source: 'nonce_endpoint', cNonce: repeatedNonce(session, code, ports.keyedHash) }
}

/**
 * The deviating nonce response of the session that owns the issuer; empty without a deviation, or once it is used up.
 */
async function deviatingNonce(right: Reply, context: IssuerContext): Promise<{ readonly deviating?: DeviatingReply }> {
  const { session } = context.issuer
  const deviation = session && deviationOf(session)
  const change = deviation?.changes.nonce
  if (!session || !deviation || !change) return {}
  const name = deviationName(deviation)
  const events = change.once ? await context.ports.store.events(session.sessionId) : []
  if (events.some(({ type, detail }) => type === 'answer_altered' && detail.alteration === name)) return {}
  const reply = await deviatingReply(change, right, { session, context })
  return reply === null ? {} : { deviating: { deviation: name, ...reply } }
}

async function deviatingReply(
  { instead, holdSeconds, repeats, spent }: NonceChange,
  right: Reply,
  { session, context }: { readonly session: IssuanceSession; readonly context: IssuerContext },
): Promise<Omit<DeviatingReply, 'deviation'> | null> {
  if (holdSeconds !== undefined) return { reply: right, holdSeconds }
  if (instead) {
    const { status, mediaType, body } = instead
    // Every response carries a DPoP nonce.
    const headers: HeaderField[] = [['Content-Type', mediaType], ...right.headers.filter(isOther)]
    return { reply: { status, headers, body: { kind: 'text', text: body } }, effects: [] }
  }
  if (spent) {
    const { cNonce, value } = issueCNonce(context, {
      source: 'nonce_endpoint',
      sessionId: session.sessionId,
      asSpent: true,
    })
    return { reply: withNonce(right, cNonce), effects: [{ type: 'grant', value, secret: cNonce }] }
  }
  if (!repeats) return null
  const { ports, exchange } = context
  const issued = (await ports.store.events(session.sessionId)).findLast(({ type }) => type === 'token_issued')
  const cNonce = repeatedNonce(session, String(issued?.detail.code_id), ports.keyedHash)
  const known = await ports.store.oneTimeValue('c_nonce', digestOf(cNonce, ports.sha256))
  const isAlive =
    known !== null && known.consumedAt === null && known.revokedAt === null && known.expiresAt > exchange.at
  return isAlive ? { reply: withNonce(right, cNonce), effects: [] } : null
}

const isOther = ([name]: HeaderField): boolean => name.toLowerCase() !== 'content-type'

const withNonce = ({ headers }: Reply, cNonce: string): Reply =>
  jsonReply(200, { c_nonce: cNonce }, headers.filter(isOther))

const checks = [
  ...bind(nonceAddressChecks, (_reading: NonceReading) => answeredRequest('requestNonce', 'POST')),
  ...bind(nonceEndpointChecks, (reading: NonceReading) => reading),
]

/** `POST /issuers/{id}/nonce`: a fresh `c_nonce` for any caller; never refuses. OID4VCI-1FINAL-7 */
export const nonceEndpoint = judgedByIssuer<NonceReading>({
  read: ({ exchange }) =>
    Promise.resolve({
      bodyBytes: exchange.bodyBytes,
      authorizationSent: headerValues(exchange, 'authorization').length > 0,
    }),
  checks: () => checks,
  decide: async (_reading, _findings, context) => {
    const { exchange, issuer, ports, settings } = context
    const sessionId = issuer.session?.sessionId ?? null
    const { cNonce, value } = issueCNonce(context, { source: 'nonce_endpoint', sessionId })
    const reply = jsonReply(
      200,
      { c_nonce: cNonce },
      dpopNonceHeaders({
        policy: issuer.session?.options.dpop_nonce ?? settings.dpopNonce,
        issuer: issuer.id,
        role: 'rs',
        now: exchange.at,
        keyedHash: ports.keyedHash,
      }),
    )
    return {
      reply,
      ...(await deviatingNonce(reply, context)),
      sessionId,
      events: [],
      effects: [{ type: 'grant', value, secret: cNonce }],
    }
  },
})
