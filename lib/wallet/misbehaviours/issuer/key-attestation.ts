import type { JwtDraft } from '../../jose/jws'
import { generateKey, privateMember } from '../../jose/key'
import { readJsonObject, stringMember } from '../../json'
import { need } from '../../run'
import type { Misbehaviour, PatchContext } from './misbehaviour'

type Extra = Partial<Omit<Misbehaviour, 'id' | 'title' | 'patchKeyAttestation'>>

const invalidProof = { status: 400, error: 'invalid_proof' }

/** A misbehaviour in the key attestation, shown at the issuer that requires one. */
const inAttestation = (
  id: string,
  title: string,
  change: (draft: JwtDraft, context: PatchContext) => void,
  extra: Extra = {},
): Misbehaviour => ({
  id,
  title,
  expect: invalidProof,
  ...extra,
  needs: { issuer: 'eu-pid-device-bound', ...extra.needs },
  patchKeyAttestation: { at: 'credential', change },
})

const attesterOf = ({ facts }: PatchContext) => need(facts.attester, 'attester')

/** Rules for key attestations. OID4VCI-1FINALA-D.1 */
export const keyAttestationMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.key_attestation.present',
    title: 'Leaves the key attestation out although the issuer demands one',
    expect: invalidProof,
    needs: { issuer: 'eu-pid-device-bound' },
    patchProof: { at: 'credential', change: ({ header }) => delete header.key_attestation },
  },
  {
    id: 'vci.key_attestation.present~option',
    title: 'Leaves the key attestation out where an option of the issuer demands one',
    expect: invalidProof,
    needs: {
      issuer: 'eu-pid-jwt-proof-only',
      sessionOptions: { laboratory: { key_attestations: 'required' } },
    },
    patchProof: { at: 'credential', change: ({ header }) => delete header.key_attestation },
  },
  {
    id: 'vci.key_attestation.not_needed',
    title: 'Attests its key although the issuer does not ask for it',
    expect: 'accepted',
    needs: { issuer: 'eu-pid-jwt-proof-only', profile: { attest: 'always' } },
    // The root of the wallet's own attester is never a trust anchor.
    alsoFails: ['vci.key_attestation.trusted'],
    byProfile: 'credential',
  },
  inAttestation('vci.key_attestation.typ', 'Types the key attestation as older drafts did', ({ header }) => {
    header.typ = 'keyattestation+jwt'
  }),
  inAttestation('vci.key_attestation.alg', 'Does not sign the key attestation', ({ header }) => {
    header.alg = 'none'
  }),
  inAttestation('vci.key_attestation.alg~mac', 'Secures the key attestation with a MAC', ({ header }) => {
    header.alg = 'HS256'
  }),
  inAttestation(
    'vci.key_attestation.x5c',
    'Presents a self-signed certificate with the key attestation',
    ({ header }, context) => {
      header.x5c = [attesterOf(context).selfSignedCertificate]
    },
    { expect: 'accepted' },
  ),
  inAttestation(
    'vci.key_attestation.x5c~anchor',
    'Sends the trust anchor along with the key attestation',
    ({ header }, context) => {
      header.x5c = [...attesterOf(context).x5c, attesterOf(context).rootCertificate]
    },
    { expect: 'accepted' },
  ),
  inAttestation(
    'vci.key_attestation.x5c~absent',
    'Presents no certificate with the key attestation',
    ({ header }) => delete header.x5c,
  ),
  inAttestation(
    'vci.key_attestation.x5c~unchained',
    'Presents certificates that do not certify one another',
    ({ header }, context) => {
      header.x5c = [...attesterOf(context).x5c, attesterOf(context).selfSignedCertificate]
    },
  ),
  inAttestation(
    'vci.key_attestation.signature',
    'Signs the key attestation with another key than its certificate says',
    (draft) => {
      draft.key = generateKey()
    },
  ),
  inAttestation('vci.key_attestation.iat', 'Does not date the key attestation', ({ claims }) => delete claims.iat),
  inAttestation('vci.key_attestation.iat~future', 'Dates the key attestation a day ahead', ({ claims }, { now }) => {
    claims.iat = now + 86_400
  }),
  inAttestation('vci.key_attestation.iat~long_ago', 'Dates the key attestation before there were any', ({ claims }) => {
    claims.iat = 1_000_000_000
  }),
  inAttestation(
    'vci.key_attestation.exp_present',
    'Gives the key attestation no end',
    ({ claims }) => delete claims.exp,
  ),
  inAttestation(
    'vci.key_attestation.exp_valid',
    'Sends a key attestation that is expired',
    ({ claims }, { now }) => {
      claims.exp = now - 3600
    },
    { alsoFails: ['vci.key_attestation.not_expired_before_credential'] },
  ),
  inAttestation('vci.key_attestation.attested_keys', 'Attests no key at all', ({ claims }) => {
    claims.attested_keys = []
  }),
  inAttestation(
    'vci.key_attestation.attested_keys~private',
    'Shows the private key in the key attestation',
    ({ claims }, { facts }) => {
      claims.attested_keys = facts.holderKeys.map((key) => ({ ...key.publicJwk, d: privateMember(key) }))
    },
  ),
  inAttestation(
    'vci.key_attestation.attested_keys_distinct',
    'Attests the same key twice',
    ({ claims }, { facts }) => {
      claims.attested_keys = [...facts.holderKeys, ...facts.holderKeys].map((key) => key.publicJwk)
    },
    { expect: 'accepted' },
  ),
  {
    id: 'vci.key_attestation.attested_keys_count',
    title: 'Attests more keys than the issuer gives credentials for',
    expect: 'accepted',
    needs: { issuer: 'eu-pid-device-bound' },
    patchFacts: {
      at: 'credential',
      change: (facts, { newKey }) => {
        while (facts.holderKeys.length < 21) facts.holderKeys.push(newKey())
      },
    },
  },
  inAttestation(
    'vci.key_attestation.proof_key_attested',
    'Attests another key than the one that signs the proof',
    ({ claims }) => {
      claims.attested_keys = [generateKey().publicJwk]
    },
  ),
  {
    id: 'vci.key_attestation.proof_key_first',
    title: 'Signs the proof with the second of the attested keys',
    expect: 'accepted',
    needs: { issuer: 'eu-pid-device-bound', profile: { attestedKeys: 2 } },
    patchProof: {
      at: 'credential',
      change: (draft, { facts }) => {
        draft.key = need(facts.holderKeys[1], 'second key')
        draft.header.jwk = draft.key.publicJwk
      },
    },
  },
  inAttestation(
    'vci.key_attestation.nonce',
    'Puts an invented nonce into the key attestation, then recovers',
    ({ claims }, { attempt }) => {
      if (attempt === 1) claims.nonce = 'an-invented-nonce'
    },
    {
      expect: { status: 400, error: 'invalid_nonce' },
      ends: 'credential_stored',
      alsoFails: ['vci.key_attestation.nonce_same_as_proof'],
    },
  ),
  inAttestation(
    'vci.key_attestation.nonce~absent',
    'Puts no nonce into the key attestation',
    ({ claims }) => delete claims.nonce,
    {
      expect: 'accepted',
    },
  ),
  inAttestation(
    'vci.key_attestation.nonce~attestation_proof',
    'Puts no nonce into the key attestation that is the proof',
    ({ claims }) => delete claims.nonce,
    { needs: { profile: { proof: 'attestation' } } },
  ),
  inAttestation(
    'vci.key_attestation.nonce_same_as_proof',
    'Uses one nonce for the proof and another for the key attestation',
    ({ claims }, { log }) => {
      const extra = log.findLast(({ step, probe }) => step === 'nonce' && probe)
      claims.nonce = stringMember(readJsonObject(extra?.answerBody ?? ''), 'c_nonce')
    },
    {
      expect: 'accepted',
      probe: {
        when: 'before',
        at: 'nonce',
        request: ({ facts }) => ({
          step: 'nonce',
          method: 'POST',
          url: need(stringMember(facts.issuerMetadata, 'nonce_endpoint'), 'nonce endpoint'),
        }),
      },
    },
  ),
  inAttestation(
    'vci.key_attestation.key_storage',
    'Says nothing about where the keys are kept',
    ({ claims }) => delete claims.key_storage,
    { expect: 'accepted' },
  ),
  inAttestation(
    'vci.key_attestation.user_authentication',
    'Says nothing about how the user unlocks the keys',
    ({ claims }) => delete claims.user_authentication,
    { expect: 'accepted' },
  ),
  inAttestation(
    'vci.key_attestation.certification_status',
    'Names a certification that is not a URL',
    ({ claims }) => {
      claims.certification = 'certified'
    },
    { expect: 'accepted' },
  ),
  inAttestation(
    'vci.key_attestation.not_expired_before_credential',
    'Attests the keys for a shorter time than the credential lives',
    ({ claims }, { now }) => {
      claims.exp = now + 3600
    },
    { expect: 'accepted' },
  ),
]
