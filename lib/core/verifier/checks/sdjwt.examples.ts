import type { ExamplesById } from '../../engine/checks/examples'
import type {
  SdJwtVcReading,
  StatusReading,
  X5cReading,
} from '../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import type { CertificateFacts, ChainError, ChainRule } from '../../shared/ports/certificate-facts'
import type { JsonObject } from '../../shared/values/json'
import { say } from '../../shared/values/wording'
import type { StatusLookup } from '../read/look-up-statuses'
import type { PresentedSubject } from '../read/response/response-reading'
import {
  disclosing,
  goodMatch,
  goodResponse,
  mdoc,
  presented,
  sdJwt,
  unasked,
  withoutBinding,
} from './fixtures/response'
import {
  date,
  goodSdJwt,
  goodX5c,
  invalidSignature,
  millisecondsDate,
  noDate,
  textDate,
  unreadableSdJwt,
  unreadableX5c,
  unverified,
} from './fixtures/sd-jwt-reading'
import { session } from './fixtures/verifier-evidence'

const good = presented()
const entry = { protocol: 'openid4vp-v1-signed', nonce: 'n', encryptionKid: null, thumbprint: null } as const
/** A credential of this issuer, presented through the browser to a page of this origin. */
const ofIssuerInBrowser = (value: string, origin: string) =>
  presented(
    { reading: { ...goodSdJwt, iss: { present: true, value, httpsUrl: false } } },
    { request: { ...goodResponse.request, responseUri: '', binding: { kind: 'dc_api', origin, entry } } },
  )
/** A credential of this issuer, presented to this response URI. */
const ofIssuer = (value: string, responseUri: string) =>
  presented(
    { reading: { ...goodSdJwt, iss: { present: true, value, httpsUrl: false } } },
    { request: { ...goodResponse.request, responseUri } },
  )
const unreadable = presented({ reading: unreadableSdJwt })
/** Subjects whose payload cannot be judged. */
const unread = [mdoc, unreadable]
const nothingDisclosed = [mdoc, sdJwt({ disclosures: [] })]

const shape = (change: Partial<SdJwtVcReading['shape']>) => sdJwt({ shape: { ...goodSdJwt.shape, ...change } })
const alg = (change: Partial<SdJwtVcReading['issuerJwt']['alg']>) =>
  sdJwt({ issuerJwt: { ...goodSdJwt.issuerJwt, alg: { ...goodSdJwt.issuerJwt.alg, ...change } } })
const x5c = (change: Partial<X5cReading>) => sdJwt({ x5c: { ...goodX5c, ...change } })
const facts = (change: Partial<Omit<Extract<CertificateFacts, { readable: true }>, 'readable'>>) =>
  x5c({ facts: goodX5c.facts.readable ? { ...goodX5c.facts, ...change } : goodX5c.facts })
const chainError = (rule: ChainRule): ChainError => ({ rule, place: 1, extension: null })
/** Certificates with the root first. */
const reversed: X5cReading = {
  ...goodX5c,
  facts: goodX5c.facts.readable
    ? { ...goodX5c.facts, chained: false, chainError: { rule: 'names', place: 0, extension: null } }
    : goodX5c.facts,
  isReversed: true,
}
const noX5c = sdJwt({ x5c: null })
const withHeaderJwk = { ...goodSdJwt.issuerJwt, header: { typ: 'dc+sd-jwt', alg: 'ES256', jwk: { kty: 'EC' } } }
/** A credential without a key of its issuer, for this reason. */
const unresolved = (
  reason: Exclude<Extract<SdJwtVcReading['issuerKey'], { resolved: false }>['reason'], 'metadata_unusable'>,
  change: Partial<SdJwtVcReading> = {},
) => sdJwt({ ...change, issuerKey: { resolved: false, reason } })
const badX5c = sdJwt({ x5c: unreadableX5c })
const demandingTrust = { session: session({ options: { ...session().options, require_trusted_issuer: true } }) }
const trust = (issuerTrusted: boolean | null, answer: Parameters<typeof presented>[1] = {}) =>
  presented({ reading: { ...goodSdJwt, issuerTrusted } }, answer)
const sdAlg = (change: Partial<SdJwtVcReading['sdAlg']>) => sdJwt({ sdAlg: { ...goodSdJwt.sdAlg, ...change } })
const cnf = (change: Partial<SdJwtVcReading['cnf']>) => sdJwt({ cnf: { ...goodSdJwt.cnf, ...change } })
const jwk = (change: Partial<SdJwtVcReading['cnf']['jwk']>) => cnf({ jwk: { ...goodSdJwt.cnf.jwk, ...change } })
const bound = (member: JsonObject) =>
  sdJwt({ issuerJwt: { ...goodSdJwt.issuerJwt, claims: { ...goodSdJwt.issuerJwt.claims, cnf: { jwk: member } } } })
const noCnf = cnf({ present: false, isObject: false })
const status = (change: Partial<StatusReading>) => sdJwt({ status: { ...goodSdJwt.status, ...change } })
const statusList = (change: Partial<NonNullable<StatusReading['statusList']>>) =>
  status({ statusList: goodSdJwt.status.statusList && { ...goodSdJwt.status.statusList, ...change } })
/** A credential with a status lookup. */
const listed = (change: Partial<Extract<StatusLookup, { read: true }>> = {}) =>
  presented(
    { statuses: [{ read: true, ownSession: null, problems: [], value: 0, ...change }] },
    { session: session({ options: { ...session().options, check_status: true } }) },
  )
const noStatus: StatusReading = { present: false, isObject: false, mechanisms: [], statusList: null }
const unbound = { match: withoutBinding }
const noKb = { present: false } as const
const loose = { referencedBy: [], position: null } as const

/** A Disclosure without a parent, in a response that lacks two requested claims. */
const orphan = (name: string | null) =>
  presented({
    reading: {
      ...goodSdJwt,
      disclosures: goodSdJwt.disclosures.map((one) => ({ ...one, ...loose, name, parentMayBeMissing: true })),
    },
    match: {
      ...goodMatch,
      claims: (goodMatch.claims ?? []).map((claim) => ({ ...claim, found: false })),
    },
  })

/** A Disclosure of a claim at the top level that the query asks for, altered. */
const ofAskedClaim = presented({
  reading: {
    ...goodSdJwt,
    disclosures: goodSdJwt.disclosures.map((one) => ({ ...one, ...loose, name: 'family_name' })),
  },
  match: {
    ...goodMatch,
    claims: (goodMatch.claims ?? []).map((claim) => ({ ...claim, path: ['family_name'], found: false })),
  },
})

export const sdJwtExamples: ExamplesById<PresentedSubject> = {
  'vp.sdjwt.compact': {
    pass: [good],
    violated: [
      shape({ kind: 'json_serialisation' }),
      shape({ kind: 'other' }),
      presented({ reading: { ...unreadableSdJwt, shape: { ...goodSdJwt.shape, kind: 'other' } } }),
      sdJwt({
        shape: { ...goodSdJwt.shape, kind: 'other' },
        issuerJwt: { ...goodSdJwt.issuerJwt, claims: { vp: {} } },
      }),
      shape({ ascii: false }),
      shape({ emptyDisclosures: [1] }),
      shape({ tooMany: true }),
      sdJwt({ tooDeep: true }),
      sdJwt({ tooWide: true }),
    ],
    notApplicable: [mdoc],
  },
  'vp.sdjwt.typ': {
    pass: [good],
    violated: [
      sdJwt({ typ: { value: 'vc+sd-jwt', matches: false, formerName: true } }),
      sdJwt({ typ: { value: null, matches: false, formerName: false } }),
      sdJwt({ typ: { value: 'JWT', matches: false, formerName: false } }),
    ],
    notApplicable: unread,
  },
  'vp.sdjwt.alg': {
    pass: [good, alg({ fitsKey: null })],
    violated: [
      alg({ value: 'none', asymmetric: false, allowed: false }),
      alg({ value: 'HS256', asymmetric: false }),
      alg({ value: 'RS256', allowed: false }),
      alg({ value: 'ES384', fitsKey: false }),
    ],
    notApplicable: unread,
  },
  'vp.sdjwt.key_resolved': {
    pass: [good],
    violated: [
      unreadable,
      ...(['x5c_unreadable', 'x5c_key_unusable', 'iss_absent', 'issuer_unknown'] as const).map((reason) =>
        unresolved(reason),
      ),
      ...(['kid_absent', 'kid_unknown', 'key_unusable'] as const).map((reason) => unresolved(reason)),
      unresolved('issuer_unknown', { iss: { present: true, value: 'did:web:issuer.example', httpsUrl: false } }),
      unresolved('issuer_unknown', { iss: { present: true, value: 'urn:issuer', httpsUrl: false } }),
      unresolved('issuer_unknown', { issuerJwt: withHeaderJwk }),
      unresolved('iss_absent', {
        iss: { present: false, value: null, httpsUrl: false },
        issuerJwt: withHeaderJwk,
      }),
      sdJwt({
        issuerKey: {
          resolved: false,
          reason: 'metadata_unusable',
          document: 'issuer_metadata',
          error: 'issuer_differs',
        },
      }),
    ],
    notApplicable: [
      mdoc,
      ...(['busy', 'share_taken', 'timed_out', 'host_unknown'] as const).map((error) =>
        sdJwt({ issuerKey: { resolved: false, reason: 'metadata_unusable', document: 'issuer_metadata', error } }),
      ),
    ],
  },
  'vp.sdjwt.signature': {
    pass: [good],
    violated: [
      sdJwt({ issuerSignature: invalidSignature }),
      sdJwt({
        issuerSignature: invalidSignature,
        hints: [{ about: 'vp.sdjwt.signature', found: 'signature_is_der', detail: null }],
      }),
      sdJwt({
        issuerSignature: invalidSignature,
        hints: [{ about: 'vp.sdjwt.signature', found: 'signed_with_another_key', detail: say`the key in cnf` }],
      }),
      sdJwt({ issuerSignature: unverified('critical_header') }),
      sdJwt({ issuerSignature: unverified('algorithm_not_supported') }),
    ],
    notApplicable: [mdoc, unreadable, sdJwt({ issuerSignature: unverified('no_key') })],
  },
  'vp.sdjwt.x5c_present': {
    pass: [good],
    violated: [noX5c],
    notApplicable: unread,
  },
  'vp.sdjwt.x5c_encoding': {
    pass: [good],
    violated: [badX5c, x5c({ misencoded: [0] })],
    notApplicable: [mdoc, noX5c],
  },
  'vp.sdjwt.x5c_leaf_not_self_signed': {
    pass: [good],
    violated: [x5c({ leafSelfSigned: true })],
    notApplicable: [mdoc, noX5c, badX5c],
  },
  'vp.sdjwt.x5c_no_anchor': {
    pass: [good],
    violated: [x5c({ selfSigned: [1] }), facts({ includesAnchor: true })],
    notApplicable: [mdoc, noX5c, badX5c],
  },
  'vp.sdjwt.x5c_chain': {
    pass: [good],
    violated: [
      facts({ chained: false, chainError: chainError('signature') }),
      facts({ chainError: chainError('ca') }),
      sdJwt({ x5c: reversed }),
      facts({ chainError: { rule: 'critical_extension', place: 0, extension: '1.2.3.4' } }),
    ],
    notApplicable: [mdoc, noX5c, badX5c],
  },
  'vp.sdjwt.x5c_validity': {
    pass: [good],
    violated: [x5c({ expired: [0] }), x5c({ notYetValid: [0] })],
    notApplicable: [mdoc, noX5c, badX5c],
  },
  'vp.sdjwt.x5c_iss_san': {
    pass: [good],
    violated: [x5c({ issMatchesSan: false })],
    notApplicable: [mdoc, noX5c, badX5c],
  },
  'vp.sdjwt.issuer_trusted': {
    pass: [good, trust(true, demandingTrust)],
    violated: [trust(false), trust(false, demandingTrust), trust(null, demandingTrust)],
    notApplicable: [mdoc, trust(null)],
  },
  'vp.sdjwt.issuer_listed': {
    pass: [facts({ listing: { state: 'listed', entity: 'An Issuer', service: 'https://lists.example/type' } })],
    violated: [facts({ listing: { state: 'not_listed' } })],
    notApplicable: [mdoc, good, noX5c, badX5c, facts({ listing: { state: 'no_valid_list' } })],
  },
  'vp.sdjwt.vct': {
    pass: [good],
    violated: [
      sdJwt({ vct: { present: false, value: null, clear: false } }),
      sdJwt({ vct: { present: true, value: null, clear: true } }),
      sdJwt({ vct: { present: true, value: '', clear: true } }),
      sdJwt({ vct: { present: true, value: 'urn:eudi:pid:1', clear: false } }),
    ],
    notApplicable: unread,
  },
  'vp.sdjwt.aka_vcts': {
    pass: [sdJwt({ akaVcts: { present: true, problem: null, names: ['urn:eudi:pid:1'] } })],
    violated: (['disclosed', 'no_array', 'empty', 'text', 'own', 'repeated'] as const).map((problem) =>
      sdJwt({ akaVcts: { present: true, problem, names: [] } }),
    ),
    notApplicable: [...unread, good],
  },
  'vp.sdjwt.registered_not_sd': {
    pass: [good],
    violated: [sdJwt({ registeredInDisclosures: ['exp', 'status'] })],
    notApplicable: unread,
  },
  'vp.sdjwt.iss': {
    pass: [
      good,
      ofIssuer('http://localhost:3000/oid4vci/pid', 'http://localhost:3000/openid4vp/sessions/a/response'),
      ofIssuerInBrowser('http://localhost:3000/oid4vci/pid', 'http://localhost:3000'),
    ],
    violated: [
      ofIssuerInBrowser('http://localhost:3001/oid4vci/pid', 'http://localhost:3000'),
      ofIssuer('http://localhost:3001/oid4vci/pid', 'http://localhost:3000/openid4vp/sessions/a/response'),
      ofIssuer('http://192.168.1.4:3000/oid4vci/pid', 'http://192.168.1.4:3000/openid4vp/sessions/a/response'),
      ofIssuer('http://localhost.example/oid4vci/pid', 'http://localhost.example/openid4vp/sessions/a/response'),
      sdJwt({ iss: { present: true, value: 'did:web:issuer.example', httpsUrl: false } }),
      sdJwt({ iss: { present: true, value: null, httpsUrl: false } }),
    ],
    notApplicable: [mdoc, sdJwt({ iss: { present: false, value: null, httpsUrl: false } })],
  },
  'vp.sdjwt.iat': {
    // No clause limits the age of a credential.
    pass: [good, sdJwt({ iat: date(60) }), sdJwt({ iat: date(-1_500_000_000) })],
    violated: [sdJwt({ iat: textDate }), sdJwt({ iat: millisecondsDate }), sdJwt({ iat: date(61) })],
    notApplicable: [mdoc, sdJwt({ iat: noDate })],
  },
  'vp.sdjwt.nbf': {
    pass: [good, sdJwt({ nbf: date(60) })],
    violated: [sdJwt({ nbf: date(61) }), sdJwt({ nbf: textDate })],
    notApplicable: [mdoc, sdJwt({ nbf: noDate })],
  },
  'vp.sdjwt.exp': {
    pass: [good, sdJwt({ exp: date(-59) })],
    violated: [sdJwt({ exp: date(-60) }), sdJwt({ exp: textDate })],
    notApplicable: [mdoc, sdJwt({ exp: noDate })],
  },
  'vp.sdjwt.validity_info': {
    pass: [good, sdJwt({ exp: noDate }), sdJwt({ status: noStatus })],
    violated: [sdJwt({ exp: noDate, status: noStatus })],
    notApplicable: unread,
  },
  'vp.sdjwt.sd_alg': {
    pass: [good, sdAlg({ present: false, value: null }), sdAlg({ value: 'sha-512', used: 'sha-512' })],
    violated: [sdAlg({ value: 'md5', supported: false }), sdAlg({ nested: [['address']] })],
    notApplicable: unread,
  },
  'vp.sdjwt.sd_alg_sha256': {
    pass: [good, sdAlg({ present: false, value: null })],
    violated: [sdAlg({ value: 'sha-512', used: 'sha-512' }), sdAlg({ value: 'md5', supported: false })],
    notApplicable: unread,
  },
  'vp.sdjwt.disclosure_encoding': {
    pass: [good],
    violated: [
      disclosing({ errors: ['not_base64url'] }),
      disclosing({ errors: ['wrong_length', 'salt_not_a_string'] }),
    ],
    notApplicable: nothingDisclosed,
  },
  'vp.sdjwt.disclosure_referenced': {
    pass: [good, disclosing({ ...loose, errors: ['not_json'] })],
    violated: [
      disclosing(loose),
      disclosing({ ...loose, name: null }),
      disclosing({ ...loose, parentMayBeMissing: true }),
      disclosing({ ...loose, encodedAnew: true }),
      ofAskedClaim,
    ],
    notApplicable: nothingDisclosed,
  },
  'vp.sdjwt.disclosure_kind': {
    pass: [good],
    violated: [disclosing({ kindMismatch: true })],
    notApplicable: nothingDisclosed,
  },
  'vp.sdjwt.disclosure_reserved': {
    pass: [good],
    violated: [disclosing({ name: '_sd', reservedName: true })],
    notApplicable: nothingDisclosed,
  },
  'vp.sdjwt.disclosure_collision': {
    pass: [good],
    violated: [disclosing({ collides: true })],
    notApplicable: nothingDisclosed,
  },
  'vp.sdjwt.disclosure_once': {
    pass: [good],
    violated: [disclosing({ repeats: [3] })],
    notApplicable: nothingDisclosed,
  },
  'vp.sdjwt.digest_once': {
    pass: [good],
    violated: [sdJwt({ repeatedDigests: ['digest-0'] }), sdJwt({ malformedDigests: [['address']] })],
    notApplicable: unread,
  },
  'vp.sdjwt.salts_unique': {
    pass: [good],
    violated: [sdJwt({ sharedSalts: [[0, 1]] })],
    notApplicable: nothingDisclosed,
  },
  'vp.sdjwt.salt_entropy': {
    pass: [good, disclosing({ salt: null })],
    violated: [disclosing({ salt: { characters: 20, bitsAtMost: 120 } })],
    notApplicable: nothingDisclosed,
  },
  'vp.sdjwt.parents_sent': {
    // An unreadable Disclosure has its own check and implies nothing about a parent.
    pass: [good, disclosing(loose), disclosing({ ...loose, errors: ['not_json'], parentMayBeMissing: true })],
    violated: [orphan('locality'), orphan(null)],
    // The query finds all nested claims it requests, or does not request this name.
    notApplicable: [...nothingDisclosed, disclosing({ ...loose, parentMayBeMissing: true }), orphan('nickname')],
  },
  'vp.sdjwt.cnf': {
    pass: [good, unasked],
    violated: [noCnf, cnf({ isObject: false })],
    notApplicable: [...unread, sdJwt({ cnf: { ...goodSdJwt.cnf, present: false, isObject: false } }, unbound)],
  },
  'vp.sdjwt.cnf_jwk': {
    pass: [good],
    violated: [
      jwk({ present: false, valid: false }),
      jwk({ privateMembers: ['d'] }),
      bound({ use: 'enc' }),
      bound({ key_ops: ['deriveKey'] }),
      bound({ key_ops: [] }),
      bound({ key_ops: [], use: 'enc' }),
      bound({ alg: 'ECDH-ES' }),
      jwk({ kty: 'oct', crv: null, symmetric: true, privateMembers: ['k'], valid: false }),
      jwk({ valid: false }),
    ],
    notApplicable: [mdoc, noCnf],
  },
  'vp.sdjwt.cnf_clean': {
    pass: [good],
    violated: [cnf({ unknownMembers: ['device'] }), jwk({ unknownMembers: ['serial'] })],
    notApplicable: [mdoc, noCnf],
  },
  'vp.sdjwt.status_format': {
    pass: [good],
    violated: [
      status({ isObject: false, statusList: null }),
      status({ mechanisms: ['token_status'], statusList: null }),
      statusList({ isObject: false }),
      statusList({ idx: 'other' }),
      statusList({ idx: 'absent' }),
      statusList({ uri: 'a list', uriIsUrl: false }),
    ],
    notApplicable: [mdoc, sdJwt({ status: noStatus })],
  },
  'vp.sdjwt.status_value': {
    pass: [listed()],
    violated: [listed({ value: 1 }), listed({ value: 2 }), listed({ value: 9 }), listed({ value: null })],
    notApplicable: [
      mdoc,
      good,
      presented({ reading: { ...goodSdJwt, status: noStatus } }),
      listed({ problems: ['sub'] }),
    ],
  },
  'vp.sdjwt.status_token': {
    pass: [listed(), listed({ value: 1 })],
    violated: [listed({ problems: ['signature'] }), listed({ problems: ['typ', 'expired'] })],
    notApplicable: [mdoc, good, presented({ reading: { ...goodSdJwt, status: noStatus } })],
  },
  'vp.sdjwt.no_kb_when_forbidden': {
    pass: [sdJwt({ kbJwt: noKb, shape: { ...goodSdJwt.shape, endsWithTilde: true } }, unbound)],
    violated: [sdJwt({ kbJwt: noKb }, unbound)],
    notApplicable: [mdoc, good, unasked, sdJwt({}, unbound)],
  },
  'vp.sdjwt.reused_instance': {
    pass: [good],
    violated: [
      presented({ seenBefore: { instance: true, holderKey: true } }),
      presented({ seenBefore: { instance: false, holderKey: true } }),
    ],
    notApplicable: [mdoc],
  },
}
