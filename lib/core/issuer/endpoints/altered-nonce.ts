import type { Alternative } from '../../engine/endpoints/endpoint'
import type { HeaderField, Reply } from '../../ground/http/exchange'
import { jsonReply } from '../../ground/http/reply'
import { digestOf } from '../../ground/ports/digests'
import type { KeyedHash } from '../../ground/ports/ports'
import type { IssuanceSession } from '../../ground/ports/store-types'
import { toBase64url } from '../../ground/values/base64url'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { alterationName, deviationOf } from '../deviations'
import type { NonceChange } from '../deviations/nonce-change'
import { issueCNonce } from './issue-c-nonce'

/** The nonce that a session hands out again and again: derived from its code, so that it need not be stored. */
const repeatedNonce = (session: IssuanceSession, code: string, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('repeated-nonce', `${session.sessionId}.${code}`))

/** Where the nonce of a token response comes from: one that the nonce endpoint repeats counts as one of it. */
export function tokenNonce(
  session: IssuanceSession,
  code: string,
  { ports }: IssuerContext,
): { readonly source: 'nonce_endpoint' | 'token_response'; readonly cNonce?: string } {
  if (deviationOf(session)?.changes.nonce?.repeats !== true) return { source: 'token_response' }
  return { source: 'nonce_endpoint', cNonce: repeatedNonce(session, code, ports.keyedHash) }
}

/** The answer of the nonce endpoint with what deviates in the session of the issuer; none if nothing does, or no longer. */
export async function alteredNonce(
  right: Reply,
  context: IssuerContext,
): Promise<{ readonly alternative?: Alternative }> {
  const { session } = context.issuer
  const deviation = session && deviationOf(session)
  const change = deviation?.changes.nonce
  if (!session || !deviation || !change) return {}
  const alteration = alterationName(deviation)
  const events = change.once ? await context.ports.store.events(session.sessionId) : []
  if (events.some(({ type, detail }) => type === 'answer_altered' && detail.alteration === alteration)) return {}
  const altered = await alternativeOf(change, right, { session, context })
  return altered === null ? {} : { alternative: { alteration, ...altered } }
}

async function alternativeOf(
  { instead, holdSeconds, repeats, spent }: NonceChange,
  right: Reply,
  { session, context }: { readonly session: IssuanceSession; readonly context: IssuerContext },
): Promise<Omit<Alternative, 'alteration'> | null> {
  if (holdSeconds !== undefined) return { reply: right, holdSeconds }
  if (instead) {
    const { status, mediaType, body } = instead
    // A DPoP nonce comes with the response, whatever it says.
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
