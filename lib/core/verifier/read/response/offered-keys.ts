import { thumbprintBytes } from '../../../shared/jose/jwk'
import type { Ports } from '../../../shared/ports/ports'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { toBase64url } from '../../../shared/values/base64url'
import { isObject, type JsonObject } from '../../../shared/values/json'
import { deviationOf } from '../../deviations'
import { encValuesOf, responseKeyOf, responseKeysOf } from '../request/client-metadata'
import type { ResponseJweReading } from './response-jwe-reading'

/** What a request offers to encrypt its response to. */
export interface OfferedKeys {
  readonly offered: ResponseJweReading['offered']
  /** The `kid` of each key that its tester put there and that nobody here has; `null` for a key without one. */
  readonly ofTester: readonly (string | null)[]
}

/** The encryption that a request offers, as delivered. OID4VP-1FINAL-8.3 */
export function offeredKeys(session: PresentationSession, ports: Pick<Ports, 'digest'>): OfferedKeys {
  const { encryptionKid, request, options, dcApi } = session
  if (options.mutated === undefined) return { offered: ownOffer(encryptionKid, request, request, ports), ofTester: [] }
  const right = dcApi === undefined ? (options.request_before_test ?? request) : request
  const delivered = deviationOf(session)?.changes.claims?.(request) ?? request
  const own = responseKeyOf(right)
  const keys = responseKeysOf(delivered)
  const isOwn = (key: JsonObject): boolean =>
    isObject(own) && ['kty', 'crv', 'x', 'y'].every((member) => key[member] === own[member])
  const kidOf = ({ kid }: JsonObject): string | null => (typeof kid === 'string' ? kid : null)
  const ours = keys.find(isOwn)
  const ofTester = keys.filter((key) => !isOwn(key)).map(kidOf)
  // Of a request without our key, the first that it does have.
  const kid = ours === undefined ? (ofTester.find((one) => one !== null) ?? encryptionKid) : kidOf(ours)
  return { offered: ownOffer(kid, right, delivered, ports), ofTester }
}

function ownOffer(
  kid: string | null,
  right: JsonObject,
  delivered: JsonObject,
  { digest }: Pick<Ports, 'digest'>,
): ResponseJweReading['offered'] {
  if (kid === null) return null
  const bytes = thumbprintBytes(responseKeyOf(right), digest)
  return {
    alg: 'ECDH-ES',
    kid,
    thumbprint: bytes === null ? null : toBase64url(bytes),
    encValues: encValuesOf(delivered.client_metadata),
  }
}

/**
 * Whether an encrypted response that we cannot decrypt is one for a key of the tester's: it names such a key, or
 * names none, where only that is left. One that names ours is not.
 */
export function isForTester(kid: unknown, { offered, ofTester }: OfferedKeys): boolean {
  if (typeof kid === 'string' && ofTester.includes(kid)) return true
  if (kid !== undefined && kid === offered?.kid) return false
  return ofTester.length > 0 && (kid === undefined || ofTester.includes(null))
}
