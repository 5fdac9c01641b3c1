import type { ExamplesById } from '../../engine/checks/examples'
import { epochMillis } from '../../shared/time/time'
import {
  attestedKey,
  certificate,
  freshNonce,
  goodAttestationProof,
  goodKeyAttestation,
  goodProofs,
  noNonce,
  noProofs,
  now,
  seconds,
  unreadableJwt,
  withAttestation,
  withAttestationClaims,
  withAttestationHeader,
  withoutAttestation,
} from '../read/proof/fixtures/good-proofs'
import type { ProofsReading } from '../read/proof/proofs-reading'
import type { AttestedKey } from '../read/proof/read-attested-keys'
import { unitInside } from '../read/wallet-unit/fixtures/rules'
import { unreadableCertificates, unreadables } from './fixtures/unreadable'

const chain = {
  readable: true,
  certificates: [certificate],
  chained: true,
  chainError: null,
  trust: 'trusted',
  trustError: null,
  includesAnchor: false,
} as const
const keys = (...list: AttestedKey[]): ProofsReading =>
  withAttestation({ attestedKeys: { shape: 'array', count: list.length, keys: list } })
const manyKeys = (count: number): ProofsReading =>
  keys(...Array.from({ length: count }, (_, index) => attestedKey(`key-${index}`, index)))
const signedBy = (thumbprint: string | null): ProofsReading => ({
  ...goodProofs,
  keyAttestation: { ...goodKeyAttestation, proofKey: thumbprint === null ? null : { thumbprint } },
})
const privateKey = attestedKey('key-two', 1, { privateMembers: ['d'] })
const brokenKey = attestedKey('key-two', 1, { publicJwk: null, thumbprint: null, bindable: false })
const otherCurve = attestedKey('key-two', 1, { crv: 'P-384', bindable: false })
const threeCurves = (reading: ProofsReading): ProofsReading => ({
  ...reading,
  keyAttestation: reading.keyAttestation && {
    ...reading.keyAttestation,
    conditions: { ...reading.keyAttestation.conditions, algorithms: ['ES256', 'ES384', 'ES512'] },
  },
})
const nonce = (state: typeof freshNonce.state) => ({ nonce: { ...freshNonce, state } })
const absentInProof = withAttestation({ nonce: noNonce }, { of: goodAttestationProof })
const none = [noProofs, withoutAttestation('absent'), withoutAttestation('absent', false)]
const wrongLevels = [undefined, [], 'iso_18045_high', ['very_high'], ['iso_18045_high', 5], ['ISO_18045_HIGH']]
const goodLevels = [['iso_18045_basic'], ['https://levels.example/high', 'iso_18045_enhanced-basic']]

export const keyAttestationExamples: ExamplesById<ProofsReading> = {
  'vci.key_attestation.present': {
    pass: [goodProofs, goodAttestationProof],
    violated: [
      withoutAttestation('absent'),
      withoutAttestation('not_a_string'),
      ...unreadables.map((unreadable) => ({
        ...withoutAttestation('unreadable'),
        keyAttestation: { ...goodKeyAttestation, value: 'unreadable' as const, unreadable, jwt: null },
      })),
      withoutAttestation('unreadable', true, goodAttestationProof),
      withoutAttestation('unreadable', false),
    ],
    notApplicable: [
      noProofs,
      withoutAttestation('absent', false),
      { ...withoutAttestation('absent'), jwt: unreadableJwt.jwt },
    ],
  },
  'vci.key_attestation.not_needed': {
    pass: [withoutAttestation('absent', false)],
    violated: [withAttestation({}, { demanded: false }), withoutAttestation('not_a_string', false)],
    notApplicable: [goodProofs, goodAttestationProof, noProofs],
  },
  'vci.key_attestation.typ': {
    pass: [goodProofs, withAttestationHeader({ typ: 'application/key-attestation+jwt' })],
    violated: ['keyattestation+jwt', 'JWT', undefined].map((typ) => withAttestationHeader({ typ })),
    notApplicable: none,
  },
  'vci.key_attestation.alg': {
    pass: [goodProofs],
    violated: ['none', 'HS256', 'RS256', undefined].map((alg) => withAttestationHeader({ alg })),
    notApplicable: none,
  },
  'vci.key_attestation.x5c': {
    pass: [goodProofs, withAttestation({ certificates: { ...chain, trust: 'untrusted' } })],
    violated: [
      withAttestation({ certificates: null, signature: 'unverifiable' }),
      ...unreadableCertificates.map((certificates) => withAttestation({ certificates })),
      withAttestation({
        certificates: { ...chain, chained: false, chainError: { rule: 'names', place: 0, extension: null } },
      }),
      withAttestation({
        certificates: { ...chain, chainError: { rule: 'critical_extension', place: 0, extension: '1.2.3.4' } },
      }),
      withAttestation({ certificates: { ...chain, chainError: { rule: 'ca', place: 1, extension: null } } }),
      withAttestation({
        certificates: { ...chain, certificates: [{ ...certificate, selfSigned: true }], includesAnchor: true },
      }),
      withAttestation({ certificates: { ...chain, includesAnchor: true } }),
      withAttestation({
        certificates: { ...chain, certificates: [{ ...certificate, notAfter: epochMillis(now - 1) }] },
      }),
    ],
    notApplicable: none,
  },
  'vci.key_attestation.signature': {
    pass: [goodProofs],
    violated: [
      withAttestation({ signature: 'invalid' }),
      withAttestation({
        signature: 'invalid',
        certificates: { ...chain, certificates: [{ ...certificate, publicJwk: { kty: 'EC', crv: 'P-384' } }] },
      }),
      withAttestation({ signature: 'invalid', header: { crit: ['x'] } }),
    ],
    notApplicable: [withAttestation({ signature: 'unverifiable' }), ...none],
  },
  'vci.key_attestation.trusted': {
    pass: [goodProofs],
    violated: [
      withAttestation({ certificates: { ...chain, trust: 'no_anchor' } }),
      withAttestation({ certificates: { ...chain, trust: 'untrusted' } }, { trust: 'enforce' }),
    ],
    notApplicable: [withAttestation({ signature: 'invalid' }), ...none],
  },
  'vci.key_attestation.provider_listed': {
    pass: [
      withAttestation({
        certificates: {
          ...chain,
          listing: { state: 'listed', entity: 'A Provider', service: 'https://lists.example/type' },
        },
      }),
    ],
    violated: [withAttestation({ certificates: { ...chain, listing: { state: 'not_listed' } } })],
    notApplicable: [
      goodProofs,
      withAttestation({ certificates: { ...chain, listing: { state: 'no_valid_list' } } }),
      withAttestation({ signature: 'invalid' }),
      ...none,
    ],
  },
  'vci.key_attestation.iat': {
    pass: [
      goodProofs,
      withAttestationClaims({ iat: seconds - 400 * 86_400 }),
      withAttestationClaims({ nbf: seconds - 10 }),
    ],
    violated: [
      ...[undefined, String(seconds), now, seconds + 61, 1_000_000_000].map((iat) => withAttestationClaims({ iat })),
      ...[String(seconds), seconds + 61, now].map((nbf) => withAttestationClaims({ nbf })),
    ],
    notApplicable: none,
  },
  'vci.key_attestation.exp_present': {
    pass: [goodProofs],
    violated: [withAttestationClaims({ exp: undefined })],
    notApplicable: [goodAttestationProof, ...none],
  },
  'vci.key_attestation.exp_valid': {
    pass: [goodProofs, withAttestationClaims({ exp: seconds + 1 })],
    violated: [seconds - 1, String(seconds + 60), now, null, seconds + 1_600_000_000].map((exp) =>
      withAttestationClaims({ exp }),
    ),
    notApplicable: [withAttestationClaims({ exp: undefined }), ...none],
  },
  'vci.key_attestation.attested_keys': {
    pass: [goodProofs, manyKeys(100), threeCurves(keys({ ...otherCurve, bindable: true }))],
    violated: [
      withAttestation({ attestedKeys: { shape: 'absent', count: 0, keys: [] } }),
      withAttestation({ attestedKeys: { shape: 'not_an_array', count: 0, keys: [] } }),
      keys(),
      keys(attestedKey('key-one', 0), privateKey),
      keys(attestedKey('key-one', 0), brokenKey),
      keys(otherCurve),
      keys(attestedKey('key-one', 0), otherCurve),
      withAttestationClaims({ attested_keys: [{ use: 'sig' }, { use: 'enc' }] }),
      withAttestation({ attestedKeys: { shape: 'array', count: 101, keys: [attestedKey('key-one', 0)] } }),
      threeCurves(keys()),
      threeCurves(keys(brokenKey)),
      threeCurves(keys(otherCurve)),
      threeCurves(keys(attestedKey('key-one', 0), otherCurve)),
    ],
    notApplicable: none,
  },
  'vci.key_attestation.attested_keys_distinct': {
    pass: [goodProofs],
    violated: [keys(attestedKey('key-one', 0), attestedKey('key-two', 1), attestedKey('key-one', 2))],
    notApplicable: [keys(attestedKey('key-one', 0)), keys(), ...none],
  },
  'vci.key_attestation.attested_keys_count': {
    pass: [goodProofs, manyKeys(20)],
    violated: [
      manyKeys(21),
      withAttestation(
        { attestedKeys: { shape: 'array', count: 3, keys: [attestedKey('key-one', 0)] } },
        { keysMax: 2 },
      ),
    ],
    notApplicable: [withAttestation({ attestedKeys: { shape: 'absent', count: 0, keys: [] } }), ...none],
  },
  'vci.key_attestation.proof_key_attested': {
    pass: [goodProofs, signedBy('key-two')],
    violated: [signedBy('key-three')],
    notApplicable: [signedBy(null), goodAttestationProof, ...none],
  },
  'vci.key_attestation.proof_key_first': {
    pass: [goodProofs],
    violated: [signedBy('key-two')],
    notApplicable: [signedBy('key-three'), goodAttestationProof, ...none],
  },
  'vci.key_attestation.nonce': {
    pass: [goodProofs, goodAttestationProof, withAttestation(nonce('expired'))],
    violated: [
      withAttestation({ nonce: noNonce }),
      withAttestation({ nonce: noNonce }, { strictNonce: true }),
      absentInProof,
      withAttestation(nonce('not_a_string')),
      withAttestation(nonce('unknown')),
      withAttestation(nonce('spent')),
      withAttestation({ nonce: { ...freshNonce, state: 'spent', spentInLost: true } }),
      withAttestation(nonce('unknown'), { of: goodAttestationProof }),
      withAttestation(nonce('other_issuer')),
    ],
    notApplicable: [{ ...withAttestation({ nonce: noNonce }), hasNonceEndpoint: false }, ...none],
  },
  'vci.key_attestation.nonce_same_as_proof': {
    pass: [goodProofs],
    violated: [withAttestation({ nonce: { ...freshNonce, digest: 'digest-of-another' } })],
    notApplicable: [withAttestation({ nonce: noNonce }), goodAttestationProof, ...none],
  },
  'vci.key_attestation.key_storage': {
    pass: [goodProofs, ...goodLevels.map((key_storage) => withAttestationClaims({ key_storage }))],
    violated: wrongLevels.map((key_storage) => withAttestationClaims({ key_storage })),
    notApplicable: none,
  },
  'vci.key_attestation.user_authentication': {
    pass: [goodProofs, ...goodLevels.map((user_authentication) => withAttestationClaims({ user_authentication }))],
    violated: wrongLevels.map((user_authentication) => withAttestationClaims({ user_authentication })),
    notApplicable: none,
  },
  'vci.key_attestation.key_storage_level': {
    pass: [goodProofs],
    violated: [['iso_18045_basic'], undefined].map((key_storage) => withAttestationClaims({ key_storage })),
    notApplicable: [withAttestation({}, { keyStorageLevels: [] }), ...none],
  },
  'vci.key_attestation.user_authentication_level': {
    pass: [goodProofs],
    violated: [['iso_18045_high'], undefined].map((user_authentication) =>
      withAttestationClaims({ user_authentication }),
    ),
    notApplicable: [withAttestation({}, { userAuthenticationLevels: [] }), ...none],
  },
  'vci.key_attestation.certification_status': {
    pass: [goodProofs, withAttestationClaims({ status: undefined })],
    violated: [withAttestationClaims({ certification: 'common criteria' }), withAttestationClaims({ status: 'valid' })],
    notApplicable: [
      withAttestationClaims({ certification: undefined, status: undefined }),
      withAttestationClaims({ certification: 'common criteria', status: undefined }, { unit: unitInside }),
      ...none,
    ],
  },
  'vci.key_attestation.not_expired_before_credential': {
    pass: [
      goodProofs,
      // The credential ends before the status of the key storage does.
      withAttestationClaims(
        { exp: seconds + 86_400, key_storage_status: { exp: seconds + 86_400 } },
        { unit: unitInside },
      ),
    ],
    violated: [
      withAttestationClaims({ exp: seconds + 86_400 }),
      withAttestationClaims({ exp: seconds + 86_400, key_storage_status: { exp: seconds + 86_400 } }),
    ],
    notApplicable: [
      withAttestationClaims({ exp: undefined }),
      withAttestation({}, { credentialExpiresAt: null }),
      ...none,
    ],
  },
}
