import type { ExamplesById } from '../../engine/checks/examples'
import {
  certificate,
  credentialIssuer,
  goodAttestationProof,
  goodProofs,
  noNonce,
  noProofs,
  now,
  otherSession,
  seconds,
  thisSession,
  unreadableJwt,
  withClaims,
  withHeader,
  withJwt,
} from '../read/proof/fixtures/good-proofs'
import type { ProofsReading } from '../read/proof/proofs-reading'
import { notAString } from '../read/proof/read-proofs'
import type { TrustChainReading, UnresolvedKey } from '../read/proof/resolve-proof-key'
import { unreadableCertificates, unreadables } from './fixtures/unreadable'

const otherTyps = ['key-attestation+jwt', 'dpop+jwt', 'oauth-client-attestation-pop+jwt']
const key = goodProofs.jwt?.jwt?.key ?? null
const withKey = (change: object): ProofsReading => withJwt({ key: key && { ...key, jwk: { ...key.jwk, ...change } } })
const chain = {
  readable: true,
  certificates: [certificate],
  chained: true,
  chainError: null,
  trust: 'no_anchor',
  trustError: null,
  includesAnchor: false,
} as const
/** As at an issuer that takes the algorithms of three curves. */
const threeCurves = (reading: ProofsReading, alg?: string): ProofsReading => ({
  ...reading,
  jwt: reading.jwt && {
    ...reading.jwt,
    algorithms: ['ES256', 'ES384', 'ES512'],
    jwt: reading.jwt.jwt && { ...reading.jwt.jwt, header: { ...reading.jwt.jwt.header, ...(alg ? { alg } : {}) } },
  },
})
const unresolved = (why: UnresolvedKey['why'], references: ('kid' | 'jwk' | 'x5c')[]): ProofsReading =>
  withJwt({ key: null, unresolved: { why, sentence: `It is ${why}.` }, references, signature: 'unverifiable' })
const chained = (change: Partial<TrustChainReading>): ProofsReading =>
  withJwt({ trustChain: { length: 2, unreadable: null, algorithms: ['ES256', 'ES256'], ...change } })
const none = [noProofs, goodAttestationProof, unreadableJwt]

export const jwtProofExamples: ExamplesById<ProofsReading> = {
  'vci.proof.jwt.parse': {
    pass: [goodProofs],
    violated: [...unreadables, { reason: notAString, repeated: null }].map((unreadable) => ({
      ...unreadableJwt,
      jwt: unreadableJwt.jwt && { ...unreadableJwt.jwt, unreadable },
    })),
    notApplicable: [noProofs, goodAttestationProof],
  },
  'vci.proof.jwt.typ': {
    pass: [goodProofs, withHeader({ typ: 'application/openid4vci-proof+jwt' })],
    violated: ['JWT', undefined, 5, 'OpenID4VCI-proof+jwt', ...otherTyps].map((typ) => withHeader({ typ })),
    notApplicable: none,
  },
  'vci.proof.jwt.alg': {
    pass: [goodProofs],
    violated: ['none', 'HS256', 'ES384', undefined].map((alg) => withHeader({ alg })),
    notApplicable: none,
  },
  'vci.proof.jwt.key_reference': {
    pass: [goodProofs, withJwt({ references: ['kid'], key: key && { ...key, via: 'kid_index' } })],
    violated: [
      withJwt({ references: ['kid', 'jwk'] }),
      withJwt({ references: ['kid', 'jwk', 'x5c'] }),
      unresolved('no_reference', []),
      unresolved('jwk_not_an_object', ['jwk']),
      unresolved('certificates_unreadable', ['x5c']),
      unresolved('certificates_too_many', ['x5c']),
      unresolved('kid_not_a_string', ['kid']),
      unresolved('kid_did', ['kid']),
      unresolved('kid_alone', ['kid']),
      unresolved('kid_unmatched', ['kid']),
    ],
    notApplicable: none,
  },
  'vci.proof.jwt.x5c': {
    pass: [withJwt({ certificates: chain })],
    violated: [
      ...unreadableCertificates.map((certificates) => withJwt({ certificates })),
      withJwt({ certificates: { ...chain, chainError: { rule: 'ca', place: 1, extension: null } } }),
      withJwt({
        certificates: {
          ...chain,
          certificates: [certificate, certificate],
          chained: false,
          chainError: { rule: 'signature', place: 0, extension: null },
        },
      }),
      withJwt({
        certificates: { ...chain, chainError: { rule: 'critical_extension', place: 0, extension: '1.2.3.4' } },
      }),
    ],
    notApplicable: [goodProofs, ...none],
  },
  'vci.proof.jwt.trust_chain': {
    pass: [chained({}), withJwt({ ...chained({}).jwt?.jwt, references: ['kid'] })],
    violated: [
      chained({ length: null, algorithms: [] }),
      chained({ length: 0, algorithms: [] }),
      chained({ unreadable: 1, algorithms: ['ES256'] }),
      chained({ algorithms: ['ES256', 'none'] }),
      chained({ algorithms: [undefined, 'ES256'] }),
      withJwt({ ...chained({}).jwt?.jwt, references: [] }),
    ],
    notApplicable: [goodProofs, ...none],
  },
  'vci.proof.jwt.jwk_public': {
    pass: [goodProofs],
    violated: [withKey({ privateMembers: ['d'] })],
    notApplicable: [withJwt({ key: key && { ...key, via: 'kid_index' } }), ...none],
  },
  'vci.proof.jwt.key_type': {
    pass: [
      goodProofs,
      threeCurves(goodProofs),
      threeCurves(withKey({ crv: 'P-384' }), 'ES384'),
      threeCurves(withKey({ crv: 'P-521' }), 'ES512'),
      // The algorithm has a check of its own.
      threeCurves(withKey({ crv: 'P-384' }), 'none'),
    ],
    violated: [
      withKey({ crv: 'P-384' }),
      withKey({ kty: 'RSA', crv: null }),
      withKey({ valid: false, publicJwk: null, thumbprint: null }),
      withHeader({ jwk: { use: 'enc' } }),
      withHeader({ jwk: { key_ops: ['deriveBits'] } }),
      withHeader({ jwk: { alg: 'ES384' } }),
      threeCurves(withKey({ crv: 'P-384' })),
      threeCurves(goodProofs, 'ES384'),
      threeCurves(withKey({ kty: 'RSA', crv: null }), 'none'),
      threeCurves(withKey({ valid: false, publicJwk: null, thumbprint: null })),
      threeCurves(withHeader({ jwk: { alg: 'ES384' } })),
    ],
    notApplicable: [unresolved('no_reference', []), ...none],
  },
  'vci.proof.jwt.signature': {
    pass: [goodProofs],
    violated: [withJwt({ signature: 'invalid' }), withJwt({ signature: 'invalid', header: { crit: ['x'] } })],
    notApplicable: [withJwt({ signature: 'unverifiable' }), ...none],
  },
  'vci.proof.jwt.aud': {
    pass: [goodProofs],
    violated: [
      withClaims({ aud: undefined }),
      withClaims({ aud: 'https://other.example' }),
      withClaims({ aud: [credentialIssuer, 'https://other.example'] }),
      withClaims({ aud: [credentialIssuer] }),
      withClaims({ aud: `${credentialIssuer}/` }),
    ],
    notApplicable: none,
  },
  'vci.proof.jwt.iat': {
    pass: [goodProofs, withClaims({ iat: seconds - 300 }), withClaims({ iat: seconds + 60 })],
    violated: [undefined, String(seconds), now, seconds - 3600, seconds + 61].map((iat) => withClaims({ iat })),
    notApplicable: none,
  },
  'vci.proof.jwt.nonce_present': {
    pass: [goodProofs],
    violated: [
      withJwt({ nonce: noNonce }),
      withJwt({ nonce: noNonce, header: { ...goodProofs.jwt?.jwt?.header, nonce: 'n' } }),
      withJwt({ nonce: { ...noNonce, state: 'not_a_string' } }),
      withJwt({ nonce: { ...noNonce, state: 'null' } }),
      { ...withJwt({ nonce: { ...noNonce, state: 'null' } }), isNonceFetched: false },
    ],
    notApplicable: [{ ...withJwt({ nonce: noNonce }), hasNonceEndpoint: false }, ...none],
  },
  'vci.proof.jwt.iss': {
    pass: [goodProofs, withClaims({ iss: 'wallet' })],
    violated: [withClaims({ iss: 'another' }), withClaims({ iss: 5 })],
    notApplicable: [withClaims({ iss: 'wallet' }, { clientId: null }), ...none],
  },
  'vci.proof.jwt.iss_absent_anonymous': {
    pass: [withClaims({}, { clientId: null })],
    violated: [withClaims({ iss: 'wallet' }, { clientId: null })],
    notApplicable: [goodProofs, ...none],
  },
  'vci.proof.jwt.exp': {
    pass: [withClaims({ exp: seconds + 60 }), withClaims({ exp: seconds - 60 }), withClaims({ nbf: seconds + 60 })],
    violated: [
      ...[seconds - 3600, 'soon', now, seconds + 1_600_000_000].map((exp) => withClaims({ exp })),
      ...[seconds + 61, 'soon', now].map((nbf) => withClaims({ exp: seconds + 60, nbf })),
    ],
    notApplicable: [goodProofs, ...none],
  },
  'vci.proof.jwt.key_fresh': {
    pass: [
      goodProofs,
      goodAttestationProof,
      { ...goodProofs, holderKeys: goodProofs.holderKeys.map((holder) => ({ ...holder, firstSession: thisSession })) },
    ],
    violated: [
      { ...goodProofs, holderKeys: goodProofs.holderKeys.map((holder) => ({ ...holder, firstSession: otherSession })) },
    ],
    notApplicable: [noProofs, unreadableJwt, { ...goodProofs, sessionId: null }],
  },
  'vci.proof.jwt.unknown_header': {
    pass: [goodProofs],
    violated: [withHeader({ nonce: 'x' }), withHeader({ crit: ['x'] })],
    notApplicable: none,
  },
}
