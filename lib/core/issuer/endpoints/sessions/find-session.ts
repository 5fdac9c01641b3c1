import { plain } from '../../../engine/endpoints/endpoint'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { sessionLinks } from '../../../engine/endpoints/session-links'
import { loadSession } from '../../../engine/sessions/load-session'
import { zFindSession } from '../../../engine/sessions/z-session'
import { readJsonBody, readJsonText } from '../../../shared/http/read-json'
import { jsonReply } from '../../../shared/http/reply'
import { readJwt } from '../../../shared/jose/jwt'
import { digestOf } from '../../../shared/ports/digests'
import { ProtocolError } from '../../../shared/ports/errors'
import { isUuid } from '../../../shared/ports/ids'
import type { OneTimeKind, Session } from '../../../shared/ports/store-types'
import { isObject } from '../../../shared/values/json'
import { preAuthorizedGrant } from '../../read/credential-offer'
import { sessionOfOffer } from '../../read/later-offer'

/**
 * `POST /sessions/find`: the session that a deeplink opens, of either kind, with its URLs, so that a program given only
 * the link can wait for the verdict. Throws `session_not_found` for an unknown link.
 */
export const findSession = plain(async (context) => {
  const { exchange, settings } = context
  const body = readJsonBody(exchange)
  if (!body.ok && body.reason === 'too_large') throw new ProtocolError('payload_too_large', 'The body is too long.')
  const read = zFindSession.safeParse(body.ok ? body.value : null)
  if (!read.success)
    throw new ProtocolError('invalid_request', 'Send a JSON object with the member deeplink, a string.')
  const session = await sessionOfLink(read.data.deeplink, context)
  if (session === null)
    throw new ProtocolError('session_not_found', 'No session of this service has this link, or it was deleted.')
  const { members } = sessionLinks(session, { exchange, links: true, baseUrl: settings.baseUrl })
  return { reply: jsonReply(200, { session_id: session.sessionId, kind: session.kind, ...members }) }
})

async function sessionOfLink(deeplink: string, context: RequestContext): Promise<Session | null> {
  const parameters = new URLSearchParams(/\?([^#]*)/.exec(deeplink)?.[1] ?? '')
  const offerUri = parameters.get('credential_offer_uri')
  if (offerUri !== null) return byOffer(/\/offers\/([^/?]+)$/.exec(offerUri)?.[1] ?? '', context)
  const offer = parameters.get('credential_offer')
  if (offer !== null) return byGrant(offer, context)
  const named = addressesOf(parameters).map((address) => /\/openid4vp\/sessions\/([^/?]+)\//.exec(address)?.[1])
  // Links of pages that use the browser API carry no parameters.
  const ids = new Set(named.length > 0 ? named : [pageOf(deeplink)])
  const [id] = ids
  return ids.size > 1 ? null : loadSession('presentation', id ?? '', context.ports)
}

const pageOf = (deeplink: string) => /^https?:\/\/[^?#]+\/present\/([^/?#]+)\/?(?:[?#]|$)/.exec(deeplink.trim())?.[1]

/** Verifier URLs in a link: of the request, or of the response endpoint. OID4VP-1FINAL-5, OID4VP-1FINAL-5.9.3 */
function addressesOf(parameters: URLSearchParams): string[] {
  const [request, requestUri] = [parameters.get('request'), parameters.get('request_uri')]
  if (request !== null) {
    const jwt = readJwt(request)
    return jwt.readable && typeof jwt.claims.response_uri === 'string' ? [jwt.claims.response_uri] : []
  }
  if (requestUri !== null) return [requestUri]
  const prefix = 'redirect_uri:'
  const inClientId = parameters.getAll('client_id').filter((id) => id.startsWith(prefix))
  return [...parameters.getAll('response_uri'), ...inClientId.map((id) => id.slice(prefix.length))]
}

const byOffer = async (offerId: string, { ports }: RequestContext): Promise<Session | null> =>
  isUuid(offerId) ? sessionOfOffer(offerId, ports) : null

/** Looks up the offer's code or `issuer_state` by its digest. */
async function byGrant(offer: string, { ports }: RequestContext): Promise<Session | null> {
  const read = readJsonText(offer)
  const grants = read.ok && isObject(read.value) && isObject(read.value.grants) ? read.value.grants : {}
  const member = (grant: string, name: string): unknown => (isObject(grants[grant]) ? grants[grant][name] : undefined)
  const handles: readonly (readonly [OneTimeKind, unknown])[] = [
    ['pre_authorized_code', member(preAuthorizedGrant, 'pre-authorized_code')],
    ['issuer_state', member('authorization_code', 'issuer_state')],
  ]
  for (const [kind, value] of handles) {
    if (typeof value !== 'string') continue
    const found = await ports.store.oneTimeValue(kind, digestOf(value, ports.sha256))
    if (found?.sessionId) return ports.store.session(found.sessionId)
  }
  return null
}
