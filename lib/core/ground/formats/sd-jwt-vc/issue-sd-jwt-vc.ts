import { publicMembers } from '../../jose/public-members'
import { makeJwt } from '../../jose/sign-jwt'
import { invariant } from '../../ports/errors'
import { toEpochSeconds } from '../../time/time'
import type { IssuedCredential, IssueInput } from '../credential-format'
import { credentialExpiry, credentialStart } from '../credential-validity'
import { concealClaims } from './conceal-claims'
import { describeDisclosures } from './describe-sd-jwt-vc'
import { subjectClaims } from './subject-claims'

/**
 * Issues a key-bound SD-JWT VC without a key binding JWT: `<JWT>~<Disclosure>~…~`. Only what a verifier needs to check
 * it is in the clear; everything about the subject is selectively disclosable, under salts that no other credential has.
 * @see RFC9901-4, RFC9901-10.1, SDJWTVC-3.2, HAIP-6.1.1
 */
export function issueSdJwtVc(input: IssueInput): IssuedCredential {
  const { configuration, subject, signer, issuer, random, sha256 } = input
  invariant(configuration.format === 'dc+sd-jwt', 'The credential configuration is not of format dc+sd-jwt.')
  const holderKey = publicMembers(input.holderJwk)
  invariant(holderKey !== null, 'The holder key is not a public JWK.')
  const issuedAt = toEpochSeconds(credentialStart(input.now, signer))
  const { payload, disclosures } = concealClaims(subjectClaims(subject), { random, sha256 })
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
      cnf: { jwk: holderKey },
      _sd_alg: 'sha-256',
      ...payload,
    },
  })
  const says = describeDisclosures(disclosures.map(({ content }) => content))
  return {
    text: `${[token, ...disclosures.map(({ encoded }) => encoded)].join('~')}~`,
    made: { header, claims, says },
  }
}
