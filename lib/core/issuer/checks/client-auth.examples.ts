import { alwaysJudged, type ExamplesById } from '../../engine/checks/examples'
import type { AttestationDrafts } from '../read/oauth/client-authentication/client-authentication-methods'
import type {
  ClientAuthenticationReading,
  CombinedProof,
  WalletAttestationReading,
} from '../read/oauth/client-authentication/client-authentication-reading'
import {
  anonymous,
  assertionClaims,
  assertionJwt,
  attestationClaims,
  attestationHeader,
  attestationKey,
  attestationWith,
  certificates,
  issuer,
  leaf,
  popClaims,
  popWith,
  providerCertificate,
  seconds,
  withAssertion,
  withAttestation,
} from './fixtures/client'
import { now } from './fixtures/exchange'
import { unreadableCertificates, unreadables } from './fixtures/unreadable'

const notAJwt = { reason: 'The token is not three parts separated by dots.', repeated: null }
const ofAttestation = 'urn:ietf:params:oauth:client-assertion-type:jwt-client-attestation'
const attested = withAttestation()
const asserted = withAssertion()
const multiple: ClientAuthenticationReading = { ...attested, methods: ['attest_jwt_client_auth', 'private_key_jwt'] }
const secret: ClientAuthenticationReading = { ...anonymous, methods: ['client_secret_post'] }
const atToken = (change: Partial<ClientAuthenticationReading> = {}): ClientAuthenticationReading => ({
  ...anonymous,
  endpoint: 'token',
  pushed: { clientId: 'wallet', method: 'none', popDigest: null },
  ...change,
})
/** A request in which the DPoP proof is the proof of possession. */
const combined = (
  change: Partial<CombinedProof> = {},
  rest: Partial<WalletAttestationReading> = {},
): ClientAuthenticationReading =>
  withAttestation(
    {
      popCount: 0,
      pop: null,
      drafts: ['10'],
      combined: { signature: 'valid', thumbprint: 'instance-key', ...change },
      ...rest,
    },
    { methods: ['attest_jwt_client_auth_dpop'] },
  )
/** A request to an issuer that accepts these drafts. */
const ofDrafts = (drafts: AttestationDrafts, reading: ClientAuthenticationReading): ClientAuthenticationReading => ({
  ...reading,
  attestation: reading.attestation && { ...reading.attestation, drafts },
})
/** A request to an issuer with these rules for wallet units. */
const underRules = (
  change: Partial<WalletAttestationReading['unit']>,
  reading: ClientAuthenticationReading,
): ClientAuthenticationReading => ({
  ...reading,
  attestation: reading.attestation && { ...reading.attestation, unit: { ...reading.attestation.unit, ...change } },
})
const ts3Claims = [
  { client_status: null },
  { wallet_version: '1.0.0' },
  { wallet_solution_certification_information: '' },
]
/** What a wallet instance attestation has beside what every wallet attestation has. */
const instance = {
  wallet_name: 'Wallet',
  wallet_version: '1.0.0',
  wallet_link: 'https://wallet.example',
  wallet_solution_certification_information: 'certificate 1',
  client_status: {},
}
const later: AttestationDrafts[] = [['08'], ['10'], ['07', '08'], ['07', '10']]
const noAttestation = [anonymous, asserted, withAttestation({ attestation: null })]
const noPop = [anonymous, asserted, withAttestation({ pop: null })]
const noAssertion = [anonymous, attested, withAssertion({ jwt: null })]
const history = {
  subject: 'shared',
  key: { seenAt: null, digests: [] },
  status: null,
  providerDigest: null,
  subjectDigest: null,
} as const

export const clientAuthenticationExamples: ExamplesById<ClientAuthenticationReading> = {
  'vci.client_auth.present': { pass: [attested, asserted], violated: [anonymous], notApplicable: alwaysJudged },
  'vci.client_auth.single_method': { pass: [anonymous, attested], violated: [multiple], notApplicable: alwaysJudged },
  'vci.client_auth.method_advertised': {
    pass: [anonymous, attested, asserted],
    violated: [secret, { ...asserted, advertised: ['none', 'attest_jwt_client_auth'] }],
    notApplicable: alwaysJudged,
  },
  'vci.client_auth.consistent': {
    pass: [
      atToken(),
      atToken({ claimedClientId: null }),
      atToken({
        methods: ['attest_jwt_client_auth_dpop'],
        pushed: { clientId: 'wallet', method: 'attest_jwt_client_auth', popDigest: null },
      }),
    ],
    violated: [
      atToken({ claimedClientId: 'another' }),
      atToken({ methods: ['attest_jwt_client_auth'] }),
      atToken({ methods: ['attest_jwt_client_auth_dpop'] }),
      atToken({ pushed: { clientId: 'wallet', method: 'attest_jwt_client_auth', popDigest: null } }),
    ],
    notApplicable: [anonymous, attested, atToken({ pushed: null })],
  },
  'vci.par.client_id_is_attestation_sub': {
    pass: [attested],
    violated: [withAttestation({}, { clientId: 'another' })],
    notApplicable: [anonymous, asserted, withAttestation({}, { clientId: null }), atToken()],
  },
  'vci.wallet_attestation.headers_paired': {
    pass: [attested, combined()],
    violated: [
      combined({}, { attestationCount: 2 }),
      combined({}, { attestationUnreadable: notAJwt, attestation: null }),
      withAttestation({ popCount: 0, pop: null }),
      withAttestation({ attestationCount: 0, attestation: null }),
      withAttestation({ attestationCount: 2 }),
      ...unreadables.map((unreadable) =>
        withAttestation({ popCount: 0, pop: null, attestationUnreadable: unreadable, attestation: null }),
      ),
      ...unreadables.flatMap((unreadable) => [
        withAttestation({ attestationUnreadable: unreadable, attestation: null }),
        withAttestation({ popUnreadable: unreadable, pop: null }),
      ]),
    ],
    notApplicable: [anonymous, asserted],
  },
  'vci.wallet_attestation.typ': {
    pass: [attested],
    violated: [attestationHeader({ typ: 'JWT' }), attestationHeader({ typ: undefined })],
    notApplicable: noAttestation,
  },
  'vci.wallet_attestation.alg': {
    pass: [attested],
    violated: ['none', 'HS256', 'RS256', undefined].map((alg) => attestationHeader({ alg })),
    notApplicable: noAttestation,
  },
  'vci.wallet_attestation.x5c': {
    pass: [attested],
    violated: [
      attestationWith({ certificates: null }),
      ...unreadableCertificates.map((certificates) => attestationWith({ certificates })),
      certificates({ chained: false, chainError: { rule: 'signature', place: 0, extension: null } }),
      certificates({ chainError: { rule: 'critical_extension', place: 0, extension: '1.2.3.4' } }),
      certificates({ chainError: { rule: 'path_length', place: 1, extension: null } }),
      certificates({ includesAnchor: true }),
      leaf({ selfSigned: true }),
      leaf({ notAfter: now - 1 }),
    ],
    notApplicable: noAttestation,
  },
  'vci.wallet_attestation.signature': {
    pass: [attested],
    violated: [
      attestationWith({ signature: 'invalid' }),
      attestationWith({
        signature: 'invalid',
        certificates: leaf({ publicJwk: { kty: 'EC', crv: 'P-384' } }).attestation?.attestation?.certificates ?? null,
      }),
      attestationWith({ signature: 'unverifiable' }),
    ],
    notApplicable: noAttestation,
  },
  'vci.wallet_attestation.trusted': {
    pass: [attested],
    violated: [
      certificates({ trust: 'untrusted' }),
      certificates({ trust: 'no_anchor' }),
      certificates({ trust: 'untrusted' }, { trust: 'enforce' }),
    ],
    notApplicable: [...noAttestation, attestationWith({ signature: 'invalid' })],
  },
  'vci.wallet_attestation.provider_listed': {
    pass: [certificates({ listing: { state: 'listed', entity: 'A Provider', service: 'https://lists.example/type' } })],
    violated: [certificates({ listing: { state: 'not_listed' } })],
    notApplicable: [
      ...noAttestation,
      attested,
      certificates({ listing: { state: 'no_valid_list' } }),
      attestationWith({ signature: 'invalid' }),
    ],
  },
  'vci.wallet_attestation.provider_certificate': {
    pass: [providerCertificate({})],
    violated: [
      providerCertificate({ statements: ['0.4.0.194126.1.1'] }),
      providerCertificate({ policies: [] }),
      providerCertificate({ subjectKeyIdentifier: null }),
      providerCertificate({ criticalExtensions: ['2.5.29.15', '2.5.29.37'] }),
    ],
    notApplicable: [...noAttestation, attested, attestationWith({ signature: 'invalid' })],
  },
  'vci.wallet_attestation.iss': {
    pass: [attested, ofDrafts(['08'], attested)],
    violated: [
      attestationClaims({ iss: undefined }),
      attestationClaims({ iss: 1 }),
      ofDrafts(['07'], attestationClaims({ iss: undefined })),
      ofDrafts(['08'], attestationClaims({ iss: 1 })),
      ...ts3Claims.map((mark) => attestationClaims({ iss: undefined, ...mark })),
      ofDrafts(['07'], attestationClaims({ iss: undefined, wallet_version: 1 })),
      underRules({ requiresIss: true }, ofDrafts(['07'], attestationClaims({ iss: undefined, wallet_version: '1' }))),
    ],
    notApplicable: [
      ...noAttestation,
      underRules({ isEuropean: true }, attestationClaims({ iss: undefined })),
      underRules({ isEuropean: true }, attestationClaims({ iss: undefined, client_status: {} })),
      ...later.map((drafts) => ofDrafts(drafts, attestationClaims({ iss: undefined }))),
    ],
  },
  'vci.wallet_attestation.sub': {
    pass: [attested, withAttestation({ clientId: null })],
    violated: [attestationClaims({ sub: undefined }), attestationClaims({ sub: 'another' })],
    notApplicable: noAttestation,
  },
  'vci.wallet_attestation.exp': {
    pass: [attested],
    violated: [
      attestationClaims({ exp: undefined }),
      ...[seconds - 1, '2030', now, seconds + 1_600_000_000].map((exp) => attestationClaims({ exp })),
    ],
    notApplicable: noAttestation,
  },
  'vci.wallet_attestation.iat_nbf': {
    pass: [attested, attestationClaims({ nbf: seconds })],
    violated: [
      attestationClaims({ iat: seconds + 600 }),
      attestationClaims({ nbf: seconds + 600 }),
      attestationClaims({ iat: String(seconds) }),
      attestationClaims({ iat: now }),
      attestationClaims({ nbf: now }),
      attestationClaims({ nbf: 'now' }),
    ],
    notApplicable: [...noAttestation, attestationClaims({ iat: undefined })],
  },
  'vci.wallet_attestation.cnf_jwk': {
    pass: [attested],
    violated: [
      attestationKey({ valid: false, isObject: false, thumbprint: null }),
      attestationKey({ privateMembers: ['d'] }),
      attestationKey({ valid: false }),
      attestationClaims({ cnf: { jwk: { use: 'enc' } } }),
      attestationClaims({ cnf: { jwk: { alg: 'ECDH-ES' } } }),
    ],
    notApplicable: noAttestation,
  },
  'vci.wallet_attestation.sub_not_unique': {
    pass: [attested],
    violated: [attestationWith({ history: { ...history, subject: 'unique' } })],
    notApplicable: [...noAttestation, attestationWith({ history: { ...history, subject: 'first' } })],
  },
  'vci.wallet_attestation.not_reused_across_issuers': {
    pass: [attested],
    violated: ['eu-pid-jwt-proof-only', 'lab:Q96Cm0_0bBEhfBv7o8MJgg'].map((seenAt) =>
      attestationWith({ history: { ...history, key: { seenAt, digests: [] } } }),
    ),
    notApplicable: [...noAttestation, attestationKey({ valid: false, thumbprint: null })],
  },
  'vci.wallet_attestation.optional_claims': {
    pass: [attested, attestationClaims({ wallet_name: undefined, client_status: {} })],
    violated: [attestationClaims({ wallet_name: undefined })],
    notApplicable: noAttestation,
  },
  'vci.wallet_attestation.wia_claims': {
    pass: [
      attestationClaims(instance),
      underRules({ isEuropean: true }, attestationClaims({ ...instance, iss: undefined })),
    ],
    violated: [underRules({ isEuropean: true }, attestationClaims({ ...instance, sub: undefined }))],
    notApplicable: [...noAttestation, attested],
  },
  'vci.wallet_attestation.pop_alg': {
    pass: [attested, popWith({ header: { typ: 'oauth-client-attestation-pop+jwt', alg: 'ES512' } })],
    violated: [
      popWith({ header: { typ: 'oauth-client-attestation-pop+jwt', alg: 'EdDSA' } }),
      popWith({ header: { typ: 'oauth-client-attestation-pop+jwt', alg: 'HS256' } }),
      popWith({ header: { typ: 'oauth-client-attestation-pop+jwt', alg: 'none' } }),
      popWith({ header: { typ: 'oauth-client-attestation-pop+jwt' } }),
    ],
    notApplicable: noPop,
  },
  'vci.wallet_attestation.pop_typ': {
    pass: [attested],
    violated: [popWith({ header: { typ: 'JWT', alg: 'ES256' } })],
    notApplicable: noPop,
  },
  'vci.wallet_attestation.pop_signature': {
    pass: [attested, combined()],
    violated: [
      popWith({ signature: 'invalid' }),
      popWith({ signature: 'invalid', header: { typ: 'oauth-client-attestation-pop+jwt', alg: 'ES384' } }),
      popWith({ signature: 'unverifiable' }),
      combined({ thumbprint: 'another-key' }),
    ],
    notApplicable: [...noPop, combined({ thumbprint: null, signature: null })],
  },
  'vci.wallet_attestation.pop_iss': {
    pass: [attested, ofDrafts(['07', '10'], attested)],
    violated: [
      popClaims({ iss: undefined }),
      popClaims({ iss: 'another' }),
      ofDrafts(['07'], popClaims({ iss: undefined })),
      ofDrafts(['07'], popClaims({ iss: 'another' })),
      underRules({ isEuropean: true }, ofDrafts(['08'], popClaims({ iss: 'another' }))),
    ],
    notApplicable: [
      ...noPop,
      underRules({ isEuropean: true }, ofDrafts(['07', '08'], popClaims({ iss: undefined }))),
      ...later.flatMap((drafts) => [undefined, 'another'].map((iss) => ofDrafts(drafts, popClaims({ iss })))),
    ],
  },
  'vci.wallet_attestation.pop_aud': {
    pass: [attested, popClaims({ aud: [issuer, 'https://another.example'] })],
    violated: [popClaims({ aud: `${issuer}/par` }), popClaims({ aud: undefined })],
    notApplicable: noPop,
  },
  'vci.wallet_attestation.pop_jti': {
    pass: [attested],
    violated: [
      popWith({ jtiHistory: 'used' }),
      popWith({ jtiHistory: 'refused' }),
      popWith({ jtiHistory: 'refused_lost' }),
      popWith({ jtiHistory: 'lost' }),
      popWith({ jtiDigest: null }),
    ],
    notApplicable: noPop,
  },
  'vci.wallet_attestation.pop_iat': {
    pass: [attested],
    violated: [
      popClaims({ iat: seconds - 3600 }),
      popClaims({ iat: undefined }),
      popClaims({ iat: seconds * 1000 }),
      popClaims({ iat: seconds + 3600 }),
      popClaims({ iat: String(seconds) }),
      ...[seconds - 1, 'soon', now, seconds + 1_600_000_000].map((exp) => popClaims({ exp })),
      ...[seconds + 600, 'soon', now].map((nbf) => popClaims({ nbf })),
    ],
    notApplicable: noPop,
  },
  'vci.wallet_attestation.pop_fresh_per_request': {
    pass: [withAttestation({}, { pushed: { clientId: 'wallet', method: 'none', popDigest: 'another' } })],
    violated: [withAttestation({}, { pushed: { clientId: 'wallet', method: 'none', popDigest: 'digest-of-pop' } })],
    notApplicable: [...noPop, attested],
  },
  'vci.wallet_attestation.challenge': {
    pass: [attested, withAttestation({ challenge: 'repeated' }), combined()],
    violated: [
      withAttestation({ challenge: 'absent' }),
      withAttestation({ challenge: 'unknown' }),
      withAttestation({ challenge: 'used' }),
      combined({}, { challenge: 'absent' }),
      combined({}, { challenge: 'unknown' }),
      combined({}, { challenge: 'used' }),
    ],
    notApplicable: [...noPop, withAttestation({ challenge: null })],
  },
  'vci.wallet_attestation.challenge_repeated': {
    pass: [attested, combined()],
    violated: [withAttestation({ challenge: 'repeated' }), combined({}, { challenge: 'repeated' })],
    notApplicable: [...noPop, withAttestation({ challenge: null }), withAttestation({ challenge: 'used' })],
  },
  'vci.private_key_jwt.assertion_type': {
    pass: [asserted],
    violated: [withAssertion({ type: null }), withAssertion({ type: 'jwt' }), withAssertion({ type: ofAttestation })],
    notApplicable: [anonymous, attested],
  },
  'vci.private_key_jwt.signature': {
    pass: [asserted],
    violated: [
      assertionJwt({ signature: 'invalid' }),
      assertionJwt({ signature: 'unverifiable' }),
      ...unreadables.map((unreadable) => withAssertion({ jwt: null, unreadable })),
      withAssertion({ client: null }),
      withAssertion({ jwt: null, sent: false }),
      { ...anonymous, registered: true },
    ],
    notApplicable: [anonymous, attested],
  },
  'vci.private_key_jwt.alg': {
    pass: [asserted],
    violated: ['none', 'HS256', 'RS256', undefined].map((alg) => assertionJwt({ header: { alg } })),
    notApplicable: noAssertion,
  },
  'vci.private_key_jwt.iss_sub': {
    pass: [asserted, withAssertion({ clientId: null })],
    violated: [assertionClaims({ iss: 'another' }), assertionClaims({ iss: 'another', sub: 'another' })],
    notApplicable: noAssertion,
  },
  'vci.private_key_jwt.aud': {
    pass: [asserted, assertionClaims({ aud: `${issuer}/token` }), assertionClaims({ aud: [issuer] })],
    violated: [assertionClaims({ aud: 'https://another.example' }), assertionClaims({ aud: undefined })],
    notApplicable: noAssertion,
  },
  'vci.private_key_jwt.aud_is_issuer_string': {
    pass: [asserted],
    violated: [assertionClaims({ aud: `${issuer}/token` }), assertionClaims({ aud: [issuer] })],
    notApplicable: noAssertion,
  },
  'vci.private_key_jwt.exp': {
    pass: [asserted, assertionClaims({ nbf: seconds + 30 })],
    violated: [
      assertionClaims({ exp: undefined }),
      ...[seconds - 1, 'soon', now, seconds + 1_600_000_000].map((exp) => assertionClaims({ exp })),
      assertionClaims({ exp: seconds + 7200 }),
      ...[seconds + 600, String(seconds), now].map((nbf) => assertionClaims({ nbf })),
    ],
    notApplicable: noAssertion,
  },
  'vci.private_key_jwt.jti': {
    pass: [asserted],
    violated: [
      assertionClaims({ jti: undefined }),
      withAssertion({ jtiHistory: 'used' }),
      withAssertion({ jtiHistory: 'refused' }),
      withAssertion({ jtiHistory: 'refused_lost' }),
      withAssertion({ jtiHistory: 'lost' }),
    ],
    notApplicable: [...noAssertion, withAssertion({ client: null })],
  },
  'vci.private_key_jwt.iat': {
    pass: [asserted],
    violated: [assertionClaims({ iat: undefined })],
    notApplicable: noAssertion,
  },
}
