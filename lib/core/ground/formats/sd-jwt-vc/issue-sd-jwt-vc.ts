import { publicMembers } from '../../jose/public-members'
import { makeJwt } from '../../jose/sign-jwt'
import type { PidValue } from '../../pid/attribute'
import { invariant } from '../../ports/errors'
import { toEpochSeconds } from '../../time/time'
import { isObject, type JsonObject } from '../../values/json'
import type { IssuedCredential, IssueInput } from '../credential-format'
import { credentialExpiry, credentialStart } from '../credential-validity'
import { hashOf } from '../hash-of'
import { concealClaims } from './conceal-claims'
import { describeDisclosures } from './describe-sd-jwt-vc'

/**
 * Issues an SD-JWT VC, key-bound unless its type is not, without a key binding JWT: `<JWT>~<Disclosure>~…~`. Only what a
 * verifier needs to check it is in the clear, its status included; everything about the subject is selectively disclosable,
 * under salts that no other credential has.
 * @see RFC9901-4, RFC9901-10.1, SDJWTVC-3.2, SDJWTVC13-3.2.2.2, HAIP-6.1.1
 */
export function issueSdJwtVc(input: IssueInput): IssuedCredential {
  const { configuration, subject, signer, issuer, random } = input
  invariant(configuration.format === 'dc+sd-jwt', 'The credential configuration is not of format dc+sd-jwt.')
  const { own } = configuration
  const { holderJwk } = input
  const holderKey = holderJwk && publicMembers(holderJwk)
  invariant(holderJwk === null || holderKey !== null, 'The holder key is not a public JWK.')
  const issuedAt = toEpochSeconds(credentialStart(input.now, signer))
  const { payload, disclosures } = concealClaims(own?.claims ?? subjectClaims(subject), {
    random,
    hash: hashOf(input),
    ...(own === undefined ? {} : { disclosure: own.disclosure }),
  })
  const { token, header, claims } = makeJwt({
    signer,
    header: {
      typ: 'dc+sd-jwt',
      kid: signer.kid,
      ...(signer.x5c.length > 0 ? { x5c: signer.x5c } : {}),
    },
    claims: {
      iss: issuer,
      vct: configuration.vct,
      iat: issuedAt,
      nbf: issuedAt,
      exp: toEpochSeconds(input.expiresAt ?? credentialExpiry(input.now)),
      ...(holderKey === null ? {} : { cnf: { jwk: holderKey } }),
      ...(input.status === undefined ? {} : { status: input.status }),
      _sd_alg: own?.digestAlgorithm ?? 'sha-256',
      ...payload,
    },
  })
  const text = `${[token, ...disclosures.map(({ encoded }) => encoded)].join('~')}~`
  // What a tester made up is no test subject: its evidence is read from the text, as what is not ours is.
  if (own !== undefined) return { text, made: null }
  return { text, made: { header, claims, says: describeDisclosures(disclosures.map(({ content }) => content)) } }
}

/** The claims of an SD-JWT VC that say what the subject's attributes say. Pictures become data URLs. */
function subjectClaims(subject: readonly PidValue[]): JsonObject {
  const claims: JsonObject = {}
  for (const attribute of subject) {
    const [first, second, ...deeper] = attribute.sdJwtPath
    invariant(deeper.length === 0, 'PID claims are nested one level deep at most.')
    const value =
      attribute.mdoc?.type === 'bstr' ? `data:image/jpeg;base64,${String(attribute.value)}` : attribute.value
    if (second === undefined) {
      claims[first] = value
    } else {
      const parent = claims[first]
      claims[first] = { ...(isObject(parent) ? parent : {}), [second]: value }
    }
  }
  return claims
}
