import type { ExamplesById } from '../../engine/checks/examples'
import { exchangeId, sessionId } from '../../shared/ports/ids'
import { type EpochMillis, epochMillis } from '../../shared/time/time'
import { type DpopProof, type DpopReading, noDpopHistory } from '../read/oauth/dpop/dpop-reading'
import { unreadables } from './fixtures/unreadable'

const now = epochMillis(1_800_000_000_000)
const seconds = now / 1000
const window = Math.floor(seconds / 60)
const endpointUrl = 'https://issuer.example/issuers/eu-pid-device-bound/token'
const thisSession = sessionId('5f2d5a8e-4d55-4b58-9d0c-6f3f5b2c7d10')
const otherSession = sessionId('b8a1c9c2-7e43-4b0e-8a41-1f0c2f5d9e77')

const goodProof: DpopProof = {
  header: { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256' } },
  claims: { jti: 'c2a8f7f0-6a52-4e0b-9d35-3f1d2c4b5a69', htm: 'POST', htu: endpointUrl, iat: seconds },
  jwk: { present: true, usable: true, kty: 'EC', crv: 'P-256', privateMembers: [] },
  thumbprint: 'key-one',
  signature: 'valid',
  htu: 'exact',
  jtiDigest: 'digest-of-jti',
  jtiSeen: false,
  nonce: { state: 'absent' },
  keyDigest: 'digest-of-key',
  keyFirstSession: null,
}

const atToken: DpopReading = {
  role: 'as',
  policy: 'offered',
  demanded: true,
  method: 'POST',
  endpointUrl,
  algorithms: ['ES256'],
  now,
  headerCount: 1,
  proof: goodProof,
  unreadable: null,
  authorizationScheme: null,
  accessTokenHash: null,
  boundThumbprint: null,
  sessionId: thisSession,
  history: noDpopHistory,
  holderThumbprints: null,
}

const proof = (change: Partial<DpopProof>, rest: Partial<DpopReading> = {}): DpopReading => ({
  ...atToken,
  ...rest,
  proof: { ...goodProof, ...change },
})
const lostExchange = exchangeId('11111111-1111-4111-8111-111111111111')
/** A request after a restart in which an exchange's response may have been lost. */
const afterRestart = (
  history: Partial<DpopReading['history']>,
  lost: Partial<NonNullable<DpopReading['history']['lost']>>,
): Partial<DpopReading> => ({
  history: {
    ...noDpopHistory,
    ...history,
    lost: { exchangeId: lostExchange, nonceOf: null, thumbprints: [], ...lost },
  },
})
const header = (change: object, rest: Partial<DpopProof> = {}): DpopReading =>
  proof({ header: { ...goodProof.header, ...change }, ...rest })
const claims = (change: object, rest: Partial<DpopReading> = {}): DpopReading =>
  proof({ claims: { ...goodProof.claims, ...change } }, rest)
const resource = {
  role: 'rs',
  accessTokenHash: 'hash-of-token',
  boundThumbprint: 'key-one',
  authorizationScheme: 'DPoP',
} as const
const atCredential = (change: object = {}): DpopReading => claims({ ath: 'hash-of-token', ...change }, resource)

const otherHtu = proof({
  htu: 'different',
  claims: { ...goodProof.claims, htu: 'https://issuer.example/issuers/eu-pid-device-bound/credential' },
})

const none: DpopReading = { ...atToken, headerCount: 0, proof: null }
const unreadable = (reason: string, repeated: string | null = null): DpopReading => ({
  ...atToken,
  proof: null,
  unreadable: { reason, repeated },
})
const garbage = unreadable('The token is not three parts separated by dots.')
const jwk = (change: Partial<DpopProof['jwk']>, rest: Partial<DpopProof> = {}): DpopReading =>
  proof({ jwk: { ...goodProof.jwk, ...change }, ...rest })
const offered = (at: EpochMillis, policy: DpopReading['policy'] = 'offered'): Partial<DpopReading> => ({
  policy,
  history: { ...noDpopHistory, nonceOfferedAt: { as: at, rs: null } },
})
const nonce = (state: DpopProof['nonce'], rest: Partial<DpopReading> = {}): DpopReading => proof({ nonce: state }, rest)
const current = { state: 'current', window } as const
const recent = { state: 'recent', window: window - 2 } as const
const stale = { state: 'stale', window: window - 10 } as const
const otherRole = { state: 'other_role', window } as const
const unknown = { state: 'unknown' } as const
const answering = { state: 'challenge' } as const
const absent = { state: 'absent' } as const
const earlier = (...thumbprints: string[]): Partial<DpopReading> => ({ history: { ...noDpopHistory, thumbprints } })
const challenged = (jti: string): Partial<DpopReading> => ({
  policy: 'required',
  history: { ...noDpopHistory, challenge: { jti } },
})
const off = { policy: 'off' } as const

export const dpopExamples: ExamplesById<DpopReading> = {
  'vci.dpop.scheme': {
    pass: [atCredential(), { ...atCredential(), authorizationScheme: 'dpop' }],
    violated: [
      ...['Bearer', 'Basic', 'abc.def'].map((authorizationScheme) => ({ ...atCredential(), authorizationScheme })),
      { ...atCredential(), authorizationScheme: 'abc.def', authorizationIsOneWord: true },
      ...['Bearer', 'Basic'].map((authorizationScheme) => ({
        ...atCredential(),
        authorizationScheme,
        headerCount: 0,
        proof: null,
      })),
    ],
    notApplicable: [atToken, { ...atCredential(), authorizationScheme: null }],
  },
  'vci.dpop.header_present': {
    pass: [atToken, garbage],
    violated: [none, { ...none, inBody: 'dpop' }],
    notApplicable: [{ ...none, demanded: false }],
  },
  'vci.dpop.single_header': {
    pass: [atToken],
    violated: [
      { ...atToken, headerCount: 2 },
      { ...garbage, headerCount: 3 },
    ],
    notApplicable: [none],
  },
  'vci.dpop.wellformed': {
    pass: [atToken],
    violated: unreadables.map(({ reason, repeated }) => unreadable(reason, repeated)),
    notApplicable: [none],
  },
  'vci.dpop.claims_complete': {
    pass: [atToken],
    violated: [
      ...['jti', 'htm', 'htu', 'iat'].map((name) => claims({ [name]: undefined })),
      claims({ jti: '' }),
      claims({ iat: String(seconds) }),
      claims({ jti: 7 }),
    ],
    notApplicable: [none, garbage],
  },
  'vci.dpop.typ': {
    pass: [atToken, header({ typ: 'application/dpop+jwt' })],
    violated: [header({ typ: undefined }), header({ typ: 'JWT' }), header({ typ: 5 }), header({ typ: 'DPoP+JWT' })],
    notApplicable: [garbage],
  },
  'vci.dpop.alg': {
    pass: [atToken],
    violated: ['none', 'HS256', 'ES384', 'ES256K', undefined, 7].map((alg) => header({ alg })),
    notApplicable: [garbage],
  },
  'vci.dpop.jwk_present': {
    pass: [atToken, header({ alg: 'HS256' }), header({ jwk: { use: 'sig', key_ops: ['verify'], alg: 'ESP256' } })],
    violated: [
      jwk({ present: false, usable: false }),
      header({ kid: 'key-1' }, { jwk: { ...goodProof.jwk, present: false, usable: false } }),
      jwk({ usable: false }),
      jwk({ crv: 'P-384' }),
      jwk({ kty: 'RSA', crv: null }),
      header({ jwk: { use: 'enc' } }),
      header({ jwk: { key_ops: ['sign'] } }),
      header({ jwk: { alg: 'ES384' } }),
    ],
    notApplicable: [garbage],
  },
  'vci.dpop.jwk_public': {
    pass: [atToken],
    violated: [jwk({ privateMembers: ['d'] }), jwk({ privateMembers: ['k'], usable: false })],
    notApplicable: [garbage, jwk({ present: false, usable: false })],
  },
  'vci.dpop.signature': {
    pass: [atToken],
    violated: [proof({ signature: 'invalid' }), header({ crit: ['x'] }, { signature: 'invalid' })],
    notApplicable: [garbage, proof({ signature: 'unverifiable' })],
  },
  'vci.dpop.htm': {
    pass: [atToken, { ...claims({ htm: 'GET' }), method: 'GET' }],
    violated: [claims({ htm: 'GET' }), claims({ htm: 'post' })],
    notApplicable: [garbage, claims({ htm: undefined })],
  },
  'vci.dpop.htu': {
    pass: [atToken, proof({ htu: 'normalised' })],
    violated: [otherHtu],
    notApplicable: [garbage, proof({ htu: 'missing' })],
  },
  'vci.dpop.htu_exact': {
    pass: [atToken],
    violated: [
      proof({ htu: 'normalised', claims: { ...goodProof.claims, htu: endpointUrl.replace('https:', 'HTTPS:') } }),
      proof({ htu: 'normalised', claims: { ...goodProof.claims, htu: `${endpointUrl}?a=b` } }),
    ],
    notApplicable: [garbage, otherHtu, proof({ htu: 'missing' })],
  },
  'vci.dpop.iat_window': {
    pass: [
      atToken,
      claims({ iat: seconds - 10 }),
      claims({ iat: seconds + 10 }),
      claims({ iat: seconds - 300 }),
      claims({ iat: seconds + 60 }),
    ],
    violated: [
      claims({ iat: seconds - 301 }),
      claims({ iat: seconds + 61 }),
      claims({ iat: now }),
      claims({ iat: seconds - 600 }),
    ],
    notApplicable: [garbage, claims({ iat: undefined }), claims({ iat: 'now' })],
  },
  'vci.dpop.exp_nbf': {
    pass: [claims({ exp: seconds + 60 }), claims({ nbf: seconds }), claims({ exp: seconds - 10, nbf: seconds + 10 })],
    violated: [
      claims({ exp: seconds - 301 }),
      claims({ exp: now }),
      claims({ exp: 'tomorrow' }),
      claims({ exp: seconds + 1_600_000_000 }),
      claims({ nbf: seconds + 61 }),
      claims({ nbf: now }),
      claims({ nbf: 'now' }),
    ],
    notApplicable: [atToken, garbage],
  },
  'vci.dpop.jti_unique': {
    pass: [atToken],
    violated: [proof({ jtiSeen: true }), proof({ jtiSeen: true, jtiSeenIn: lostExchange }, afterRestart({}, {}))],
    notApplicable: [garbage, proof({ jtiDigest: null })],
  },
  'vci.dpop.jti_entropy': {
    pass: [atToken, claims({ jti: 'n7Zt0b9WwqHk3xVd' }), claims({ jti: '0123456789abcdef01234567' })],
    violated: [
      claims({ jti: '1' }),
      claims({ jti: '1800000000000' }),
      claims({ jti: '018f2f6e-7a10-7c3e-9b1e-3f1d2c4b5a69' }),
      claims({ jti: '0123456789abcdef' }),
    ],
    notApplicable: [garbage, claims({ jti: undefined }), claims({ jti: '' })],
  },
  'vci.dpop.ath_present': {
    pass: [atCredential()],
    violated: [atCredential({ ath: undefined })],
    notApplicable: [atToken, garbage],
  },
  'vci.dpop.ath_matches': {
    pass: [atCredential()],
    violated: [
      atCredential({ ath: 'hash-of-another' }),
      atCredential({ ath: 'hash+of+token=' }),
      { ...atCredential({ ath: '0aff' }), accessTokenHash: 'Cv8' },
      atCredential({ ath: 5 }),
    ],
    notApplicable: [atToken, atCredential({ ath: undefined }), { ...atCredential(), accessTokenHash: null }],
  },
  'vci.dpop.ath_absent_at_as': {
    pass: [atToken],
    violated: [claims({ ath: 'hash-of-token' })],
    notApplicable: [atCredential(), garbage],
  },
  'vci.dpop.key_bound_to_token': {
    pass: [atCredential()],
    violated: [{ ...atCredential(), boundThumbprint: 'key-two' }],
    notApplicable: [atToken, { ...atCredential(), boundThumbprint: null }, garbage],
  },
  'vci.dpop.key_bound_to_code': {
    pass: [{ ...atToken, boundThumbprint: 'key-one' }],
    violated: [{ ...atToken, boundThumbprint: 'key-two' }],
    notApplicable: [atToken, atCredential(), garbage],
  },
  'vci.dpop.same_key_across': {
    pass: [proof({}, earlier('key-one', 'key-one'))],
    violated: [
      proof({}, earlier('key-two')),
      proof({}, earlier('key-one', 'key-two')),
      proof({}, afterRestart({ thumbprints: ['key-two'] }, { thumbprints: [] })),
    ],
    notApplicable: [
      atToken,
      garbage,
      proof({ thumbprint: null }, earlier('key-two')),
      proof({}, { ...earlier('key-two'), boundThumbprint: 'key-two' }),
      proof({}, { ...earlier('key-two'), role: 'rs', boundThumbprint: 'key-two' }),
      proof({}, afterRestart({ thumbprints: ['key-two'] }, { thumbprints: ['key-two'] })),
    ],
  },
  'vci.dpop.key_fresh': {
    pass: [atToken, proof({ keyFirstSession: thisSession })],
    violated: [proof({ keyFirstSession: otherSession })],
    notApplicable: [garbage, proof({ keyFirstSession: otherSession }, { sessionId: null })],
  },
  'vci.dpop.key_not_holder_key': {
    pass: [{ ...atCredential(), holderThumbprints: ['key-two', 'key-three'] }],
    violated: [{ ...atCredential(), holderThumbprints: ['key-two', 'key-one'] }],
    notApplicable: [atToken, garbage, { ...atCredential(), holderThumbprints: [] }],
  },
  'vci.dpop.nonce_role': {
    pass: [nonce(current), nonce(unknown)],
    violated: [nonce(otherRole), { ...nonce(otherRole), role: 'rs' }],
    notApplicable: [atToken, garbage, nonce(otherRole, off)],
  },
  'vci.dpop.nonce_adopted': {
    pass: [nonce(current, offered(now)), nonce(recent), nonce(stale, offered(epochMillis(now - 600_000)))],
    violated: [
      nonce(absent, offered(now)),
      nonce(absent, offered(now, 'required')),
      nonce(unknown),
      nonce({ state: 'not_a_string' }),
      nonce(stale, offered(now)),
      nonce(recent, offered(now)),
      nonce(unknown, offered(now, 'off')),
    ],
    notApplicable: [
      atToken,
      garbage,
      nonce(otherRole),
      nonce(absent, off),
      nonce(unknown, off),
      nonce(current, offered(now, 'off')),
      nonce(absent, afterRestart({}, { nonceOf: 'as' })),
      nonce(answering, offered(now)),
    ],
  },
  'vci.dpop.nonce_current': {
    pass: [nonce(current), nonce(recent, { policy: 'required' })],
    violated: [nonce(absent, { policy: 'required' }), nonce(stale)],
    notApplicable: [atToken, garbage, nonce(unknown), nonce(stale, off), nonce(answering, off)],
  },
  'vci.dpop.nonce_retry': {
    pass: [nonce(current, challenged('an earlier one'))],
    violated: [
      nonce(absent, challenged('c2a8f7f0-6a52-4e0b-9d35-3f1d2c4b5a69')),
      nonce(current, challenged('c2a8f7f0-6a52-4e0b-9d35-3f1d2c4b5a69')),
      nonce(stale, challenged('an earlier one')),
    ],
    notApplicable: [atToken, garbage, nonce(absent, challenged('an earlier one'))],
  },
  'vci.dpop.no_unsolicited_nonce': {
    pass: [atToken],
    violated: [nonce(unknown), nonce({ state: 'not_a_string' })],
    notApplicable: [garbage, nonce(unknown, offered(now)), nonce(current), nonce(answering)],
  },
}
