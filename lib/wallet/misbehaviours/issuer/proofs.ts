import { setHeader } from '../../http/wire'
import type { JwtDraft } from '../../jose/jws'
import { generateKey, privateMember, type WalletKey } from '../../jose/key'
import { stringMember } from '../../json'
import { need, randomText } from '../../run'
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

/** A trust chain, as far as an issuer without a federation looks at it: nobody verifies its signature. */
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
  inProof('vci.proof.jwt.typ~absent', 'Does not type the proof', ({ header }) => {
    delete header.typ
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

const batch = { batch: { size: 3 } }

const inBatch = { issuer: 'eu-pid-jwt-proof-only', sessionOptions: { laboratory: batch } } as const

const mdoc = 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof'

/** Uses one key for two proofs. */
const repeatsKey: Misbehaviour['patchFacts'] = {
  at: 'credential',
  change: ({ holderKeys }) => {
    holderKeys.splice(-1, 1, ...holderKeys.slice(0, 1))
  },
}

/** Rules for requesting several credentials at once. OID4VCI-1FINAL-8.2, OID4VCI-1FINAL-12.2.4 */
export const batchMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.batch.size',
    title: 'Sends one proof more than the metadata allows',
    expect: { status: 400, error: 'invalid_credential_request' },
    needs: inBatch,
    patchFacts: { at: 'credential', change: ({ holderKeys }, { newKey }) => void holderKeys.push(newKey()) },
  },
  {
    id: 'vci.batch.keys_distinct',
    title: 'Takes one key for two proofs of a batch',
    expect: 'accepted',
    needs: inBatch,
    patchFacts: repeatsKey,
  },
  {
    id: 'vci.batch.keys_distinct_mdoc',
    title: 'Takes one device key for two mdocs of a batch',
    expect: 'accepted',
    needs: { ...inBatch, sessionOptions: { laboratory: batch, credential_configuration_id: mdoc } },
    patchFacts: repeatsKey,
  },
  {
    id: 'vci.batch.nonce_each',
    title: 'Leaves the nonce out of the last proof of a batch',
    expect: { status: 400, error: 'invalid_proof' },
    needs: inBatch,
    patchProof: {
      at: 'credential',
      change: ({ claims, key }, { facts }) => {
        if (key === facts.holderKeys.at(-1)) delete claims.nonce
      },
    },
  },
  {
    id: 'vci.batch.nonce_each~invented',
    title: 'Puts an invented nonce into the last proof of a batch, then recovers',
    expect: { status: 400, error: 'invalid_nonce' },
    ends: 'credential_stored',
    needs: inBatch,
    patchProof: {
      at: 'credential',
      change: ({ claims, key }, { facts, random, attempt }) => {
        if (attempt === 1 && key === facts.holderKeys.at(-1)) claims.nonce = randomText({ random })
      },
    },
  },
  {
    id: 'vci.batch.one_attestation',
    title: 'Has each key of a batch attested by itself',
    expect: 'accepted',
    needs: {
      issuer: 'eu-pid-device-bound',
      sessionOptions: { laboratory: batch },
      profile: { oneAttestation: false },
    },
    byProfile: 'credential',
  },
  {
    id: 'vci.batch.policy_size',
    title: 'Asks for one credential fewer than the reuse policy says',
    expect: 'accepted',
    needs: {
      ...inBatch,
      sessionOptions: {
        laboratory: {
          batch: { size: 5 },
          reuse_policy: { options: [{ details: ['once_only'], batch_size: 3, reissue_trigger_unused: 1 }] },
        },
      },
    },
    patchFacts: { at: 'credential', change: ({ holderKeys }) => void holderKeys.pop() },
  },
  {
    id: 'vci.batch.used',
    title: 'Asks for two credentials one after the other where it could have a batch',
    expect: 'accepted',
    needs: { ...inBatch, profile: { batchSize: 1 } },
    repeat: { step: 'credential', after: 'accepted', freshNonce: true },
    patchFacts: {
      at: 'credential',
      change: (facts, { attempt, newKey }) => {
        if (attempt > 1) facts.holderKeys.unshift(newKey())
      },
    },
  },
]

const plainProof = { issuer: 'eu-pid-jwt-proof-only' } as const

const invalidNonce = { status: 400, error: 'invalid_nonce' }

/** Rules for the nonce endpoint and the nonce of the proof. OID4VCI-1FINAL-7 */
export const nonceMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.nonce.endpoint_called',
    title: 'Takes the nonce of the token response and never asks the nonce endpoint',
    expect: 'accepted',
    alsoFails: ['vci.nonce.source'],
    skip: 'nonce',
  },
  {
    id: 'vci.nonce.method_post',
    title: 'Tries to GET the nonce first',
    expect: { status: 405 },
    ends: 'credential_stored',
    probe: {
      when: 'before',
      at: 'nonce',
      request: ({ facts }) => ({
        step: 'nonce',
        method: 'GET',
        url: need(stringMember(facts.issuerMetadata, 'nonce_endpoint'), 'nonce endpoint'),
      }),
    },
  },
  {
    id: 'vci.nonce.body_empty',
    title: 'Sends a body with the nonce request',
    expect: 'accepted',
    patchRequest: {
      at: 'nonce',
      change: (request) => {
        request.body = '{}'
        setHeader(request.headers, 'Content-Type', 'application/json')
      },
    },
  },
  {
    id: 'vci.nonce.no_access_token',
    title: 'Shows its access token to the nonce endpoint',
    expect: 'accepted',
    patchRequest: {
      at: 'nonce',
      change: ({ headers }, { facts }) => setHeader(headers, 'Authorization', `DPoP ${facts.accessToken}`),
    },
  },
  {
    id: 'vci.nonce.source',
    title: 'Puts the nonce of the token response into the proof',
    expect: 'accepted',
    patchFacts: {
      at: 'credential',
      change: (facts) => {
        facts.cNonce = facts.tokenCNonce
      },
    },
  },
  {
    id: 'vci.nonce.known',
    title: 'Puts an invented nonce into the proof, then recovers',
    expect: invalidNonce,
    ends: 'credential_stored',
    needs: plainProof,
    patchFacts: {
      at: 'credential',
      change: (facts, { attempt }) => {
        if (attempt === 1) facts.cNonce = 'an-invented-nonce'
      },
    },
  },
  {
    id: 'vci.nonce.not_reused',
    title: 'Uses a nonce again after it got a credential for it',
    expect: invalidNonce,
    ends: 'credential_stored',
    needs: plainProof,
    repeat: { step: 'credential', after: 'accepted' },
    // A different key, so that only the nonce is used twice.
    patchFacts: {
      at: 'credential',
      change: (facts, { attempt, newKey }) => {
        if (attempt > 1) facts.holderKeys.unshift(newKey())
      },
    },
  },
  {
    id: 'vci.nonce.recovery',
    title: 'Sends the refused nonce again instead of a fresh one',
    expect: invalidNonce,
    alsoFails: ['vci.nonce.known'],
    decidedBy: 'vci.nonce.known',
    needs: plainProof,
    patchFacts: {
      at: 'credential',
      change: (facts) => {
        facts.cNonce = 'an-invented-nonce'
      },
    },
  },
]
