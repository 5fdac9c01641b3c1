import type { ExamplesById } from '../../engine/checks/examples'
import { say, type Wording } from '../../shared/values/wording'
import { audReasons, nonceReasons, sdHashReasons } from '../judgements/hint-reasons'
import type { PresentedSubject } from '../read/response/response-reading'
import { asking, goodPresented, kbJwt, mdoc, presented, sdJwt, unasked, withoutBinding } from './fixtures/response'
import {
  date,
  goodKbJwt,
  goodSdJwt,
  invalidSignature,
  millisecondsDate,
  noDate,
  textDate,
  unverified,
  validSignature,
} from './fixtures/sd-jwt-reading'
import { clientId } from './fixtures/verifier-evidence'

const good = presented()
const none = sdJwt({ kbJwt: { present: false } })
const unread = {
  text: 'garbage',
  unreadable: say`the token is not three parts separated by dots`,
  header: null,
  claims: null,
}
const unreadable = kbJwt({
  jws: { ...goodKbJwt.jws, ...unread },
  signature: unverified('not_readable'),
  iat: { ...noDate, window: null, beforeFirstDelivery: null },
  aud: { type: 'absent', values: [], matches: false },
  nonce: { type: 'absent', value: null, matches: false },
})
const absent = [mdoc, none, unreadable]
const jws = (change: Partial<typeof goodKbJwt.jws>) => kbJwt({ jws: { ...goodKbJwt.jws, ...change } })
const alg = (change: Partial<typeof goodKbJwt.jws.alg>) => jws({ alg: { ...goodKbJwt.jws.alg, ...change } })
const iat = (change: Partial<typeof goodKbJwt.iat>) => kbJwt({ iat: { ...goodKbJwt.iat, ...change } })
const hint =
  (about: 'vp.kb.nonce' | 'vp.kb.aud' | 'vp.kb.sd_hash' | 'vp.kb.signature' | 'vp.kb.parses') =>
  (found: (typeof goodSdJwt.hints)[number]['found'], detail: Wording | null = null) => ({
    hints: [{ about, found, detail }],
  })
const codesOf = <Code extends string>(reasons: Readonly<Record<Code, unknown>>) => Object.keys(reasons) as Code[]
const entry = { protocol: 'openid4vp-v1-signed', nonce: 'n', encryptionKid: null, thumbprint: null } as const
const encoding = (form: 'raw' | 'der' | 'other', bytes: number) =>
  kbJwt({ signature: { ...validSignature, encoding: { form, bytes, expectedBytes: 64 } } })
const noAud = kbJwt({ aud: { type: 'absent', values: [], matches: false } })
const noNonce = kbJwt({ nonce: { type: 'absent', value: null, matches: false } })
const otherAud = { type: 'string', values: ['verifier.example'], matches: false } as const
const otherNonce = { type: 'string', value: 'another', matches: false } as const
const otherHash = {
  type: 'string',
  value: 'other',
  computed: 'hash',
  over: { algorithm: 'sha-256', characters: 900, disclosures: 3 },
  matches: false,
} as const
const exp = (fromNow: number) => ({ ...date(fromNow), past: fromNow < 0 })
const nbf = (fromNow: number) => ({ ...date(fromNow), inFuture: fromNow > 0 })
const { jwk } = goodSdJwt.cnf

/** This presentation beside another one with that credential instance and key. */
const beside = (instance: string, thumbprint: string | null) =>
  presented(
    {},
    {
      presentations: [
        goodPresented,
        {
          ...goodPresented,
          queryId: 'diploma',
          reading: { ...goodSdJwt, instance, cnf: { ...goodSdJwt.cnf, jwk: { ...jwk, thumbprint } } },
        },
      ],
    },
  )

export const keyBindingExamples: ExamplesById<PresentedSubject> = {
  'vp.kb.present': {
    pass: [good, unasked, presented({ match: withoutBinding }), unreadable],
    violated: [none, sdJwt({ kbJwt: { present: false } }, { match: null })],
    notApplicable: [mdoc, sdJwt({ kbJwt: { present: false } }, { match: withoutBinding })],
  },
  'vp.kb.parses': {
    pass: [good],
    violated: [
      unreadable,
      jws({ duplicates: ['claims/nonce'] }),
      kbJwt({ jws: { ...goodKbJwt.jws, ...unread } }, hint('vp.kb.parses')('final_tilde_missing')),
    ],
    notApplicable: [mdoc, none],
  },
  'vp.kb.typ': {
    pass: [good],
    violated: [kbJwt({ typ: { value: 'JWT', matches: false } }), kbJwt({ typ: { value: null, matches: false } })],
    notApplicable: absent,
  },
  'vp.kb.alg': {
    pass: [good, alg({ fitsKey: null })],
    violated: [
      alg({ value: 'none', asymmetric: false, allowed: false, fitsKey: null }),
      alg({ value: 'HS256', asymmetric: false, allowed: false }),
      alg({ value: 'ES256K', allowed: false }),
      alg({ value: 'ES384', fitsKey: false }),
      alg({ value: null, asymmetric: false, allowed: false, fitsKey: null }),
    ],
    notApplicable: absent,
  },
  'vp.kb.signature': {
    pass: [good],
    violated: [
      kbJwt({ signature: invalidSignature }),
      kbJwt({ signature: invalidSignature }, hint('vp.kb.signature')('signed_with_another_key', say`the key of epk`)),
      kbJwt({ signature: invalidSignature }, hint('vp.kb.signature')('signature_is_der')),
      kbJwt({ signature: unverified('critical_header') }),
      kbJwt({ signature: unverified('algorithm_not_supported') }),
      kbJwt({ signature: unverified('no_key') }),
    ],
    notApplicable: [
      ...absent,
      kbJwt({ signature: unverified('no_key') }, { cnf: { ...goodSdJwt.cnf, isObject: false } }),
    ],
  },
  'vp.kb.signature_encoding': {
    pass: [good],
    violated: [encoding('der', 71), encoding('other', 63)],
    notApplicable: absent,
  },
  'vp.kb.no_header_keys': {
    pass: [good],
    violated: [kbJwt({ headerKeys: ['jwk'] }), kbJwt({ otherHeaderMembers: ['cty'] })],
    notApplicable: absent,
  },
  'vp.kb.crit': {
    pass: [good],
    violated: [jws({ crit: ['exp'] }), jws({ crit: [] }), jws({ crit: 'malformed' })],
    notApplicable: absent,
  },
  'vp.kb.iat_present': {
    pass: [good, iat(millisecondsDate)],
    violated: [iat(noDate), iat(textDate)],
    notApplicable: absent,
  },
  'vp.kb.iat_window': {
    pass: [good],
    violated: [
      iat({ ...date(-301), window: 'too_old' }),
      iat({ ...date(90), window: 'in_future' }),
      kbJwt({ iat: { ...millisecondsDate, window: 'in_future', beforeFirstDelivery: false } }),
    ],
    notApplicable: absent,
  },
  'vp.kb.iat_after_request': {
    pass: [good],
    violated: [iat({ beforeFirstDelivery: true })],
    notApplicable: [...absent, iat({ ...date(-301), window: 'too_old', beforeFirstDelivery: true })],
  },
  'vp.kb.aud_single': {
    pass: [good, kbJwt({ aud: otherAud })],
    violated: [
      kbJwt({ aud: { type: 'array', values: [clientId], matches: true } }),
      kbJwt({ aud: { type: 'other', values: [], matches: false } }),
    ],
    notApplicable: [...absent, noAud],
  },
  'vp.kb.aud': {
    pass: [good, kbJwt({ aud: { type: 'array', values: [clientId], matches: true } })],
    violated: [
      noAud,
      kbJwt({ aud: otherAud }),
      ...codesOf(audReasons).map((code) => kbJwt({ aud: otherAud }, hint('vp.kb.aud')(code))),
      {
        ...kbJwt({ aud: otherAud }),
        answer: asking({ binding: { kind: 'dc_api', origin: 'https://verifier.example', entry } }),
      },
    ],
    notApplicable: absent,
  },
  'vp.kb.nonce': {
    pass: [good],
    violated: [
      noNonce,
      kbJwt({ nonce: otherNonce }),
      ...codesOf(nonceReasons).map((code) => kbJwt({ nonce: otherNonce }, hint('vp.kb.nonce')(code))),
      kbJwt({ nonce: { type: 'other', value: null, matches: false } }),
    ],
    notApplicable: [...absent, { ...noNonce, answer: asking({ nonce: '' }) }],
  },
  'vp.kb.nonce_string': {
    pass: [good, kbJwt({ nonce: otherNonce })],
    violated: [kbJwt({ nonce: { type: 'other', value: null, matches: false } })],
    notApplicable: [...absent, noNonce],
  },
  'vp.kb.sd_hash': {
    pass: [good],
    violated: [
      kbJwt({ sdHash: otherHash }),
      ...codesOf(sdHashReasons).map((code) => kbJwt({ sdHash: otherHash }, hint('vp.kb.sd_hash')(code, say`sha-512`))),
      kbJwt({ sdHash: { ...otherHash, type: 'absent', value: null } }),
      kbJwt({
        sdHash: { ...otherHash, type: 'absent', value: null },
        jws: { ...goodKbJwt.jws, claims: { _sd_hash: 'hash' } },
      }),
    ],
    notApplicable: absent,
  },
  'vp.kb.exp_nbf': {
    pass: [kbJwt({ exp: exp(60) }), kbJwt({ nbf: nbf(-60) }), kbJwt({ exp: exp(60), nbf: nbf(-60) })],
    violated: [
      kbJwt({ exp: exp(-1) }),
      kbJwt({ nbf: nbf(120) }),
      kbJwt({ exp: { ...textDate, past: false } }),
      kbJwt({ nbf: { ...textDate, inFuture: false } }),
    ],
    notApplicable: [...absent, good],
  },
  'vp.kb.claims_known': {
    pass: [good],
    violated: [kbJwt({ unknownClaims: ['device'] })],
    notApplicable: absent,
  },
  'vp.kb.no_pii': {
    pass: [good],
    violated: [kbJwt({ personalClaims: ['family_name'] })],
    notApplicable: absent,
  },
  'vp.kb.distinct': {
    pass: [beside('instance-two', 'another-key'), beside('instance-two', null), beside('instance-one', 'holder-key')],
    violated: [beside('instance-two', 'holder-key')],
    notApplicable: [mdoc, good],
  },
}
