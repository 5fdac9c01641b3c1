import type { RequestContext } from '../../../engine/endpoints/request-context'
import { loadSession } from '../../../engine/sessions/load-session'
import type { Exchange } from '../../../ground/http/exchange'
import { readParameters } from '../../../ground/http/read-form'
import { readJsonBody } from '../../../ground/http/read-json'
import { readJwe } from '../../../ground/jose/jwe'
import { digestOf } from '../../../ground/ports/digests'
import { isUuid, type SessionId } from '../../../ground/ports/ids'
import type { OneTimeKind } from '../../../ground/ports/store-types'
import { fromUtf8 } from '../../../ground/values/base64url'
import { isObject } from '../../../ground/values/json'
import { readAccessToken } from './read-access-token'

/** Parameter names that carry a session handle, with the kinds of handle that each may carry. */
const handles: Readonly<Record<string, readonly OneTimeKind[]>> = {
  issuer_state: ['issuer_state'],
  'pre-authorized_code': ['pre_authorized_code', 'authorization_code'],
  code: ['authorization_code', 'pre_authorized_code', 'chained_code'],
  request_uri: ['request_uri'],
  refresh_token: ['refresh_token'],
  state: ['chained_state'],
}

/**
 * The session that a request refers to, however wrong the request is: a handle identifies the session even with a wrong
 * method, address or encoding. `null` if it contains no handle of ours. Spends nothing, and does not say whether the
 * handle may be used here.
 */
export async function namedSession(context: RequestContext): Promise<SessionId | null> {
  const { exchange, params, ports } = context
  const offerId = params.credentialOfferId ?? ''
  const byOffer = isUuid(offerId) ? await ports.store.sessionByOffer(offerId) : null
  if (byOffer) return byOffer.sessionId
  const byPath = await loadSession('presentation', exchange.path.split('/')[presentationSegment] ?? '', ports)
  if (byPath) return byPath.sessionId
  const sent = valuesOf(exchange)
  const own = context.issuer?.session?.sessionId ?? null
  for (const [name, kinds] of Object.entries(handles)) {
    // An issuer_state grants nothing: at an issuer that belongs to one session, the address says more.
    if (own !== null && name === 'issuer_state') continue
    for (const value of sent(name)) {
      const digest = digestOf(value, ports.sha256)
      const rows = await Promise.all(kinds.map((kind) => ports.store.oneTimeValue(kind, digest)))
      const found = rows.find((row) => row?.sessionId)
      if (found) return found.sessionId
    }
  }
  return (
    (await readAccessToken(context, null)).value?.sessionId ??
    (await presentationNamedBy(sent, ports)) ??
    // An issuer that belongs to one session names it with each of its addresses.
    own
  )
}

/** Index of the session id in `/openid4vp/sessions/{id}` and the paths below it, even if the rest is wrong. */
const presentationSegment = 3

/** The presentation that the `state` or the encryption key of a response belongs to. OID4VP-1FINAL-8.2, 8.3 */
async function presentationNamedBy(
  sent: (name: string) => readonly string[],
  { store }: RequestContext['ports'],
): Promise<SessionId | null> {
  const [state] = sent('state')
  const byState = state === undefined ? null : await store.sessionByState(state)
  if (byState) return byState.sessionId
  const jwe = readJwe(sent('response')[0] ?? '')
  const kid = jwe.readable ? jwe.header.kid : null
  return typeof kid === 'string' ? ((await store.sessionByEncryptionKid(kid))?.sessionId ?? null) : null
}

/**
 * Looks a value up in form, JSON and query, in this order. A truncated body is read as a form, as far as it was kept.
 */
function valuesOf(exchange: Exchange): (name: string) => readonly string[] {
  const form = readParameters(fromUtf8(exchange.body) ?? '')
  const query = readParameters(exchange.query ?? '')
  const json = readJsonBody(exchange)
  const members = json.ok && isObject(json.value) ? json.value : {}
  return (name) =>
    [
      ...new Set(
        [form.get(name), members[name], query.get(name)].filter((value) => typeof value === 'string' && value !== ''),
      ),
    ] as string[]
}
