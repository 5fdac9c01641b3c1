import type { ExamplesById } from '../../engine/checks/examples'
import { say } from '../../shared/values/wording'
import type { IdTokenReading } from '../read/id-token'
import type { ResponseReading } from '../read/response/response-reading'
import { asking, closedResponse, errorResponse, goodResponse, mdoc, response } from './fixtures/response'
import {
  date,
  goodKbJwt,
  goodSdJwt,
  invalidSignature,
  noDate,
  unverified,
  validSignature,
} from './fixtures/sd-jwt-reading'

const good: IdTokenReading = {
  isText: true,
  jws: goodKbJwt.jws,
  selfIssued: true,
  aud: { present: true, matches: true },
  subject: { syntax: 'thumbprint', method: null, announced: true, did: null, privateMembers: [] },
  subJwk: { present: true, bare: true, isSubject: true },
  kid: { present: false, ofSubject: null },
  signature: validSignature,
  exp: { ...date(300), past: false },
  iat: date(-1),
  nonce: { value: 'n-1', matches: true },
  keyThumbprint: 'thumbprint-of-the-id-token',
}
const { request } = asking({
  responseType: 'vp_token id_token',
  subjectSyntaxes: ['urn:ietf:params:oauth:jwk-thumbprint', 'did:jwk', 'did:key'],
})
const token = (change: Partial<IdTokenReading> = {}, rest: Partial<ResponseReading> = {}): ResponseReading =>
  response({ request, idToken: { ...good, ...change }, ...rest })
const did = (change: Partial<IdTokenReading['subject']> = {}, rest: Partial<IdTokenReading> = {}): ResponseReading =>
  token({
    subject: { syntax: 'did', method: 'key', announced: true, did: 'resolved', privateMembers: [], ...change },
    subJwk: { present: false, bare: false, isSubject: null },
    kid: { present: true, ofSubject: true },
    ...rest,
  })
const ofDidWeb = did({ method: 'web', announced: false, did: 'method_not_supported' })
const unreadable = token({ jws: { ...good.jws, unreadable: say`The payload is not JSON.`, claims: null } })
const noNonceAsked = token({ nonce: { value: 'n-2', matches: false } }, { request: { ...request, nonce: '' } })
/** A request whose nonce and client_id mutations removed, or only changed. */
const removed = {
  ...request,
  changed: { removed: ['nonce', 'client_id'], nonce: 'n-0', clientId: 'before', responseUri: '', encryption: null },
} as const
const changed = { ...request, changed: { ...removed.changed, removed: [] } } as const
const without = [goodResponse, errorResponse({}, { request }), response({ request }), { ...closedResponse, request }]

export const idtExamples: ExamplesById<ResponseReading> = {
  'vp.idt.present': {
    pass: [token()],
    violated: [response({ request })],
    notApplicable: [goodResponse, errorResponse({}, { request }), { ...closedResponse, request }],
  },
  'vp.idt.jws': {
    pass: [token()],
    violated: [
      token({ isText: false }),
      unreadable,
      token({ jws: { ...good.jws, alg: { value: 'none', asymmetric: false, allowed: false, fitsKey: null } } }),
      token({ jws: { ...good.jws, alg: { value: 'EdDSA', asymmetric: true, allowed: false, fitsKey: true } } }),
    ],
    notApplicable: without,
  },
  'vp.idt.self_issued': {
    pass: [token()],
    violated: [token({ selfIssued: false })],
    notApplicable: [...without, unreadable],
  },
  'vp.idt.aud': {
    pass: [token()],
    violated: [
      token({ aud: { present: true, matches: false } }),
      token({ aud: { present: false, matches: false } }),
      token(
        { aud: { present: true, matches: false }, jws: { ...good.jws, claims: { aud: 'before' } } },
        { request: changed },
      ),
    ],
    notApplicable: [...without, unreadable, token({ aud: { present: true, matches: false } }, { request: removed })],
  },
  'vp.idt.subject_syntax': {
    pass: [token(), did(), token({ subject: { ...good.subject, syntax: 'thumbprint_urn' } })],
    violated: [
      ofDidWeb,
      did({ did: 'malformed' }),
      token({ subject: { ...good.subject, syntax: 'other', announced: false } }),
      token({ subject: { ...good.subject, syntax: 'absent', announced: false } }),
    ],
    notApplicable: [...without, unreadable],
  },
  'vp.idt.sub_jwk': {
    pass: [token(), did(), token({ subject: { ...good.subject, syntax: 'thumbprint_urn' } })],
    violated: [
      token({ subJwk: { present: false, bare: false, isSubject: false } }),
      token({ subJwk: { present: true, bare: false, isSubject: true } }),
      token({ subJwk: { present: true, bare: true, isSubject: false } }),
      did({}, { subJwk: { present: true, bare: true, isSubject: null } }),
      did({ method: 'jwk', privateMembers: ['d'] }),
    ],
    notApplicable: [
      ...without,
      unreadable,
      token({
        subject: { ...good.subject, syntax: 'other' },
        subJwk: { present: false, bare: false, isSubject: null },
      }),
    ],
  },
  'vp.idt.signature': {
    pass: [token(), did()],
    violated: [
      token({ signature: invalidSignature }),
      token({ signature: unverified('algorithm_not_supported') }),
      token({ signature: unverified('critical_header') }),
    ],
    notApplicable: [...without, ofDidWeb, token({ selfIssued: false }), token({ signature: unverified('no_key') })],
  },
  'vp.idt.exp': {
    pass: [token()],
    violated: [
      token({ exp: { ...noDate, past: false } }),
      token({ exp: { ...date(-600), past: true } }),
      token({ exp: { ...date(300), past: false, looksLikeMilliseconds: true } }),
    ],
    notApplicable: [...without, unreadable],
  },
  'vp.idt.iat': {
    pass: [token()],
    violated: [token({ iat: noDate }), token({ iat: date(-3600) }), token({ iat: date(3600) })],
    notApplicable: [...without, unreadable],
  },
  'vp.idt.nonce': {
    pass: [token()],
    violated: [
      token({ nonce: { value: 'n-2', matches: false } }),
      token({ nonce: { value: undefined, matches: false } }),
      token({ nonce: { value: 'n-0', matches: false } }, { request: changed }),
    ],
    notApplicable: [
      ...without,
      unreadable,
      noNonceAsked,
      token({ nonce: { value: 'n-0', matches: false } }, { request: removed }),
    ],
  },
  'vp.idt.kid': {
    pass: [did()],
    violated: [
      did({}, { kid: { present: false, ofSubject: false } }),
      did({}, { kid: { present: true, ofSubject: false } }),
    ],
    notApplicable: [
      ...without,
      token(),
      did({ method: 'web', did: 'method_not_supported' }, { kid: { present: true, ofSubject: null } }),
    ],
  },
  'vp.idt.key_separate': {
    pass: [token()],
    violated: [token({ keyThumbprint: goodSdJwt.cnf.jwk.thumbprint })],
    notApplicable: [...without, token({ keyThumbprint: null }), token({}, { presentations: [mdoc.presented] })],
  },
  'vp.idt.unsolicited': {
    pass: [goodResponse],
    violated: [response({ idToken: good })],
    notApplicable: [token(), errorResponse(), closedResponse],
  },
}
