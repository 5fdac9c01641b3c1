import type { JwtDraft } from '../../jose/jws'
import { generateKey, privateMember, type WalletKey } from '../../jose/key'
import type { Misbehaviour, PatchContext } from './misbehaviour'

type Extra = Pick<Misbehaviour, 'alsoFails' | 'decidedBy' | 'expect' | 'needs'>

/**
 * A misbehaviour in the `jwt` proof, shown at the issuer that requires no key attestation, so that nothing else is
 * affected.
 */
const inProof = (
  id: string,
  title: string,
  change: (draft: JwtDraft, context: PatchContext) => void,
  extra: Partial<Extra> = {},
): Misbehaviour => ({
  id,
  title,
  expect: { status: 400, error: 'invalid_proof' },
  ...extra,
  needs: { issuer: 'eu-pid-jwt-proof-only', ...extra.needs },
  patchProof: { at: 'credential', change },
})

/** A statement of a federation as far as an issuer in none looks at it: nobody verifies its signature. */
const statementSignedWith = (alg: string): string =>
  [{ typ: 'entity-statement+jwt', alg, kid: 'one' }, { iss: 'https://federation.example' }, 'a signature']
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')

let rememberedKey: WalletKey | null = null

/** Rules for the `jwt` proof. OID4VCI-1FINALA-F.1 */
export const proofJwtMisbehaviours: Misbehaviour[] = [
  inProof('vci.proof.jwt.parse', 'Sends something else than a JWT as proof', (draft) => {
    draft.finish = () => 'not-a-proof'
  }),
  inProof('vci.proof.jwt.typ', 'Types the proof as plain JWT', ({ header }) => {
    header.typ = 'JWT'
  }),
  inProof('vci.proof.jwt.alg', 'Does not sign the proof', ({ header }) => {
    header.alg = 'none'
  }),
  inProof('vci.proof.jwt.alg~mac', 'Secures the proof with a MAC', ({ header }) => {
    header.alg = 'HS256'
  }),
  inProof(
    'vci.proof.jwt.alg~es384',
    'Signs the proof with an algorithm that the issuer does not offer',
    (draft) => {
      const key = generateKey('P-384')
      Object.assign(draft, { key, header: { ...draft.header, alg: 'ES384', jwk: key.publicJwk } })
    },
    { alsoFails: ['vci.proof.jwt.key_type'] },
  ),
  inProof('vci.proof.jwt.key_reference', 'Names the proof key twice, by jwk and kid', ({ header }) => {
    header.kid = '0'
  }),
  inProof('vci.proof.jwt.key_reference~none', 'Does not name the proof key', ({ header }) => delete header.jwk),
  inProof(
    'vci.proof.jwt.key_reference~unresolvable',
    'Names the proof key by a kid that cannot be resolved',
    ({ header, key }) => {
      delete header.jwk
      header.kid = key.thumbprint
    },
  ),
  inProof(
    'vci.proof.jwt.trust_chain',
    'Sends a trust chain that is one statement and no array',
    ({ header }) => {
      header.trust_chain = statementSignedWith('ES256')
    },
    { expect: 'accepted' },
  ),
  inProof(
    'vci.proof.jwt.trust_chain~alg',
    'Sends a trust chain with an algorithm that the issuer does not offer',
    ({ header }) => {
      header.trust_chain = [statementSignedWith('ES256'), statementSignedWith('RS256')]
    },
    { expect: 'accepted' },
  ),
  inProof('vci.proof.jwt.jwk_public', 'Shows the private key of the proof', ({ header, key }) => {
    header.jwk = { ...key.publicJwk, d: privateMember(key) }
  }),
  inProof('vci.proof.jwt.key_type', 'Shows a point that is not on the curve as proof key', ({ header, key }) => {
    header.jwk = { ...key.publicJwk, y: key.publicJwk.x }
  }),
  inProof(
    'vci.proof.jwt.x5c',
    'Names the proof key by something that is not a certificate',
    ({ header }) => {
      delete header.jwk
      header.x5c = [Buffer.from('not a certificate').toString('base64')]
    },
    { alsoFails: ['vci.proof.jwt.key_reference'], decidedBy: 'vci.proof.jwt.key_reference' },
  ),
  inProof('vci.proof.jwt.signature', 'Signs the proof with another key than it shows', (draft) => {
    draft.key = generateKey()
  }),
  inProof('vci.proof.jwt.aud', 'Addresses the proof to another issuer', ({ claims }) => {
    claims.aud = 'https://example.com'
  }),
  inProof('vci.proof.jwt.aud~several', 'Addresses the proof to two issuers', ({ claims }) => {
    claims.aud = [claims.aud, 'https://example.com']
  }),
  inProof('vci.proof.jwt.aud~absent', 'Leaves the aud of the proof out', ({ claims }) => delete claims.aud),
  inProof('vci.proof.jwt.iat', 'Does not date the proof', ({ claims }) => delete claims.iat),
  inProof('vci.proof.jwt.iat~old', 'Dates the proof an hour back', ({ claims }, { now }) => {
    claims.iat = now - 3600
  }),
  inProof('vci.proof.jwt.iat~milliseconds', 'Dates the proof in milliseconds', ({ claims }, { now }) => {
    claims.iat = now * 1000
  }),
  inProof('vci.proof.jwt.iat~text', 'Dates the proof with a text', ({ claims }, { now }) => {
    claims.iat = String(now)
  }),
  inProof('vci.proof.jwt.nonce_present', 'Leaves the nonce out of the proof', ({ claims }) => delete claims.nonce),
  inProof(
    'vci.proof.jwt.iss',
    'Names another client in the proof than in the token request',
    ({ claims }) => {
      claims.iss = 'another-wallet'
    },
    {
      needs: { profile: { clientId: 'some-wallet', clientAuthentication: 'none' } },
      alsoFails: ['vci.token.no_client_id_anonymous', 'vci.client_auth.present'],
    },
  ),
  inProof(
    'vci.proof.jwt.iss_absent_anonymous',
    'Names itself in the proof after it was anonymous at the token endpoint',
    ({ claims }) => {
      claims.iss = 'some-wallet'
    },
    {
      expect: 'accepted',
      alsoFails: ['vci.client_auth.present'],
      needs: { profile: { clientAuthentication: 'none' } },
    },
  ),
  inProof('vci.proof.jwt.exp', 'Sends a proof that is expired', ({ claims }, { now }) => {
    claims.exp = now - 3600
  }),
  {
    id: 'vci.proof.jwt.key_fresh',
    title: 'Binds the credentials of every flow to the same key',
    expect: 'accepted',
    needs: { issuer: 'eu-pid-jwt-proof-only', runs: 2 },
    patchFacts: {
      at: 'credential',
      change: (facts) => {
        rememberedKey ??= facts.holderKeys[0] ?? null
        if (rememberedKey !== null) facts.holderKeys = [rememberedKey]
      },
    },
  },
  inProof(
    'vci.proof.jwt.unknown_header',
    'Puts an undefined header parameter into the proof',
    ({ header }) => {
      header.a_header_nobody_defined = true
    },
    { expect: 'accepted' },
  ),
]
