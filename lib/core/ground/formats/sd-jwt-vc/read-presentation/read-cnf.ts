import { readPublicJwk } from '../../../jose/jwk-facts'
import { isObject, type JsonObject } from '../../../values/json'
import type { PresentationInput } from '../../reading-of-presentation'
import type { CnfReading } from './cnf-reading'

/** Confirmation methods of the IANA registry. RFC 7800 section 3.1, RFC 8705 section 3.1, RFC 9449 section 6.1 */
const cnfMembers = ['jwk', 'jwe', 'kid', 'jku', 'x5t#S256', 'osc', 'jkt']
/** Members of a public JWK. RFC7517-4, RFC7518-6 */
const jwkMembers = ['kty', 'use', 'key_ops', 'alg', 'kid', 'x5u', 'x5c', 'x5t', 'x5t#S256', 'crv', 'x', 'y', 'n', 'e']

/** Reads what a credential is bound to. Never throws. RFC 7800 section 3 */
export async function readCnf(
  claims: JsonObject,
  ports: Pick<PresentationInput, 'digest' | 'isPublicKey'>,
): Promise<CnfReading> {
  const cnf = Object.hasOwn(claims, 'cnf') ? claims.cnf : undefined
  const members = isObject(cnf) ? cnf : {}
  const jwk = Object.hasOwn(members, 'jwk') ? members.jwk : undefined
  const {
    isObject: jwkIsObject,
    kty,
    crv,
    privateMembers,
    valid,
    publicJwk,
    thumbprint,
  } = await readPublicJwk(jwk, { ports })
  return {
    present: cnf !== undefined,
    isObject: isObject(cnf),
    unknownMembers: Object.keys(members).filter((name) => !cnfMembers.includes(name)),
    jwk: {
      present: jwk !== undefined,
      isObject: jwkIsObject,
      kty,
      crv,
      symmetric: kty === 'oct',
      privateMembers,
      unknownMembers: isObject(jwk)
        ? Object.keys(jwk).filter((name) => !jwkMembers.includes(name) && !privateMembers.includes(name))
        : [],
      valid,
      publicJwk,
      thumbprint,
    },
  }
}
