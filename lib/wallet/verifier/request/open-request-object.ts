import { WalletStop } from '../../errors'
import { decryptJwe } from '../../jose/jwe'
import { type CompactJws, readJws } from '../../jose/jws'
import type { WalletKey } from '../../jose/key'
import type { JsonObject } from '../../json'
import type { AuthorizationLink } from '../authorization-link'
import type { Run } from '../run'
import { type ObtainedRequest, requestMediaType } from './fetch-request'
import { RequestRefused } from './request-refused'

/**
 * Decodes a request object, decrypting it first if the wallet requested encryption (RFC9101-6.1). Verifies nothing, for one
 * that should have been encrypted tells where to send the error.
 *
 * @throws WalletStop when it is not a signed request object
 */
export function openRequestObject({ facts }: Run, obtained: ObtainedRequest): CompactJws {
  const { requestKey } = facts
  const { compact } = obtained
  const opened = requestKey === null || !isJwe(compact) ? compact : decryptJwe(compact, requestKey)?.plaintext
  if (opened === undefined) throw new WalletStop('The request object is not encrypted to the key of this wallet')
  const jws = readJws(opened)
  if (jws === null)
    throw new WalletStop(wrongDelivery(requestKey, obtained) ?? 'The request object is not a signed JWT')
  return jws
}

const isJwe = (compact: string): boolean => compact.split('.').length === 5

/**
 * Verifies how a request object came: as one, and encrypted if the wallet asked for that (OID4VP-1FINAL-5.10, 5.10.1).
 *
 * @throws RequestRefused that says which of these failed
 */
export function requireRightDelivery({ facts }: Run, obtained: ObtainedRequest): void {
  const wrong = wrongDelivery(facts.requestKey, obtained)
  if (wrong !== null) invalid(wrong)
}

function wrongDelivery(requestKey: WalletKey | null, { compact, mediaType }: ObtainedRequest): string | null {
  if (mediaType !== null && mediaType !== requestMediaType)
    return `The request_object response is not ${requestMediaType}`
  return requestKey === null || isJwe(compact) ? null : 'The request object is not encrypted to the key of this wallet'
}

/**
 * Verifies what HAIP adds for a wallet of that profile: a request by reference for an encrypted presentation alone, of a client that is
 * known by the hash of its certificate (HAIP-1FINAL-5, 5.1).
 *
 * @throws RequestRefused that says which of these failed
 */
export function requireHaip({ profile }: Run, { request, clientId }: AuthorizationLink, claims: JsonObject): void {
  if (!profile.haipOnly) return
  if (request.kind !== 'reference') invalid('HAIP sends requests by reference')
  if (!clientId.startsWith('x509_hash:')) invalid('HAIP knows clients by the hash of their certificate')
  if (claims.response_mode !== 'direct_post.jwt') invalid('HAIP knows encrypted responses only')
  if (claims.response_type !== 'vp_token')
    throw new RequestRefused('unsupported_response_type', 'HAIP knows the response type vp_token only')
}

function invalid(description: string): never {
  throw new RequestRefused('invalid_request', description)
}
