import { type Exchange, headerValue, headerValues } from '../../shared/http/exchange'
import { digestOf } from '../../shared/ports/digests'
import type { KeyedHash, Ports, Random, Sha256 } from '../../shared/ports/ports'
import type { PublishToken } from '../../shared/ports/published'
import { toBase64url } from '../../shared/values/base64url'

const prefix = 'wcp_'
const randomBytes = 18
const tagBytes = 12
const form = /^wcp_([\w-]{24})([\w-]{16})$/

const tagOf = (random: string, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('publish-token', random).subarray(0, tagBytes))

/**
 * A new publish token. Its last characters are a keyed hash of the others: so a body is kept in memory only for one that
 * this installation made, before storage is asked whether it is still valid.
 */
export function makePublishToken({
  random,
  keyedHash,
}: {
  readonly random: Random
  readonly keyedHash: KeyedHash
}): string {
  const secret = toBase64url(random(randomBytes))
  return `${prefix}${secret}${tagOf(secret, keyedHash)}`
}

/** The publish token that a request shows; `null` for none, or for several. */
export function shownPublishToken(exchange: Pick<Exchange, 'headers'>): string | null {
  const [value, ...others] = headerValues(exchange, 'authorization')
  return others.length > 0 ? null : (/^bearer\s+(\S+)$/i.exec(value ?? '')?.[1] ?? null)
}

/** Whether this installation made a token, valid or not. Digests are compared, so that timing tells nothing. */
export function wasMadeHere(
  token: string,
  { keyedHash, sha256 }: { readonly keyedHash: KeyedHash; readonly sha256: Sha256 },
): boolean {
  const [, secret, tag] = form.exec(token) ?? []
  if (secret === undefined || tag === undefined) return false
  return digestOf(tag, sha256) === digestOf(tagOf(secret, keyedHash), sha256)
}

/** The valid token that a request shows; `null` for a wrong or revoked one. Throws StoreUnavailable. */
export async function validToken(
  exchange: Pick<Exchange, 'headers'>,
  ports: Pick<Ports, 'keyedHash' | 'sha256' | 'published'>,
): Promise<PublishToken | null> {
  const shown = shownPublishToken(exchange)
  if (shown === null || !wasMadeHere(shown, ports)) return null
  const token = await ports.published.tokenByDigest(digestOf(shown, ports.sha256))
  return token === null || token.revokedAt !== null ? null : token
}

/** Whether a header is there that carries the admin key alone: `Authorization` holds publish tokens here. */
export const sendsAdminKey = (exchange: Pick<Exchange, 'headers'>): boolean =>
  ['x-api-key', 'credimi-api-key'].some((name) => headerValue(exchange, name) !== null)
