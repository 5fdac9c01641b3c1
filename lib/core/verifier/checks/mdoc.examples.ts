import type { ExamplesById } from '../../engine/checks/examples'
import type { CborError } from '../../shared/cbor/read-cbor'
import type {
  CoseReading,
  CoseVerdict,
  DeviceProof,
  DeviceSignedReading,
  MobileSecurityObjectReading,
  TriedTranscripts,
  X5chainReading,
} from '../../shared/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import {
  type HandoverInput,
  ownVariant,
  transcriptVariants,
} from '../../shared/formats/mso-mdoc/read-presentation/session-transcript'
import type { CertificateFacts, Listing } from '../../shared/ports/certificate-facts'
import { addSeconds } from '../../shared/time/time'
import { say } from '../../shared/values/wording'
import type { StatusLookup } from '../read/look-up-statuses'
import type { PresentedSubject } from '../read/response/response-reading'
import {
  array,
  bytes,
  element,
  goodCose,
  goodDocument,
  goodMdoc,
  goodMso,
  goodProof,
  goodX5chain,
  map,
  tagged,
  text,
  unreadableMdoc,
} from './fixtures/mdoc-reading'
import { mdoc, mdocDocument, mdocMatch, presented, presentedMdoc } from './fixtures/response'
import { now, session } from './fixtures/verifier-evidence'

const sdJwt = presented()
const unreadable = presentedMdoc(unreadableMdoc, { match: null })
const noDocument = presentedMdoc({ documents: [], documentCount: 0 })
/** Structures of a DeviceResponse in its place. */
const otherLevels = [
  map({ docType: text('x'), issuerSigned: map({}) }),
  map({ issuerAuth: array() }),
  map({ valueDigests: map({}) }),
].map((root) =>
  presentedMdoc({
    documents: [],
    documentCount: null,
    version: null,
    status: null,
    items: { root, embedded: new Map() },
  }),
)
/** Subjects without a document to check. */
const none = [sdJwt, unreadable, noDocument]

const cbor = (error: CborError) =>
  presentedMdoc({ ...unreadableMdoc, cbor: { ...goodMdoc.cbor, error, part: null } }, { match: null })
const cborFacts = (change: Partial<typeof goodMdoc.cbor>) => presentedMdoc({ cbor: { ...goodMdoc.cbor, ...change } })
const issuerAuth = (change: Partial<CoseReading>) => mdocDocument({ issuerAuth: { ...goodCose, ...change } })
const issuerAlg = (change: Partial<CoseReading['alg']>) => issuerAuth({ alg: { ...goodCose.alg, ...change } })
const x5chain = (change: Partial<X5chainReading>) => mdocDocument({ x5chain: { ...goodX5chain, ...change } })
const noX5chain = mdocDocument({ x5chain: null })
const badX5chain = x5chain({
  facts: { readable: false, reason: say`A certificate is not X.509.`, count: 1 },
  leafSelfSigned: null,
})
const leaf = (change: { readonly extendedKeyUsage?: string[]; readonly country?: string | null }) =>
  x5chain({
    facts: goodX5chain.facts.readable
      ? { ...goodX5chain.facts, certificates: [{ ...goodX5chain.facts.certificates[0], ...change }] }
      : goodX5chain.facts,
  })
const listing = (value: Listing) =>
  x5chain({ facts: goodX5chain.facts.readable ? { ...goodX5chain.facts, listing: value } : goodX5chain.facts })
const unchainedFacts: CertificateFacts = goodX5chain.facts.readable
  ? { ...goodX5chain.facts, chained: false, chainError: { rule: 'signature', place: 0, extension: null } }
  : goodX5chain.facts
const unchained = x5chain({ facts: unchainedFacts })
const unusable = x5chain({
  facts: goodX5chain.facts.readable
    ? { ...goodX5chain.facts, chainError: { rule: 'critical_extension', place: 0, extension: '1.2.3.4' } }
    : goodX5chain.facts,
})
const mso = (change: Partial<MobileSecurityObjectReading>) => mdocDocument({ mso: { ...goodMso, ...change } })
const noMso = mdocDocument({ mso: null })
const noStatus = mdocDocument({
  mso: {
    ...goodMso,
    status: { present: false, isMap: false, mechanisms: [], malformed: [], absent: [], statusList: null },
  },
})
/** A document with a status lookup. */
const listed = (change: Partial<Extract<StatusLookup, { read: true }>> = {}) =>
  presentedMdoc(
    {},
    { statuses: [{ read: true, ownSession: null, problems: [], value: 0, ...change }] },
    { session: session({ options: { ...session().options, check_status: true } }) },
  )
const validity = (change: Partial<MobileSecurityObjectReading['validity']>) =>
  mso({ validity: { ...goodMso.validity, ...change } })
const instant = (seconds: number) => ({ present: true, wellFormed: true, at: addSeconds(now, seconds) })
const deviceKey = (change: Partial<MobileSecurityObjectReading['deviceKey']>) =>
  mso({ deviceKey: { ...goodMso.deviceKey, ...change } })
const status = (change: Partial<MobileSecurityObjectReading['status']>) =>
  mso({ status: { ...goodMso.status, ...change } })
const device = (change: Partial<DeviceSignedReading>) => mdocDocument({ device: { ...goodDocument.device, ...change } })
const signature = (change: Partial<DeviceProof>) => device({ signature: { ...goodProof, ...change } })
const deviceAlg = (change: Partial<CoseReading['alg']>) =>
  signature({ cose: { ...goodProof.cose, alg: { ...goodCose.alg, ...change } } })
const macProof: DeviceProof = {
  ...goodProof,
  cose: { ...goodProof.cose, alg: { ...goodCose.alg, value: 5, fitsKey: null } },
}
const mac = (change: Partial<DeviceProof>) =>
  device({ methods: ['deviceMac'], signature: null, mac: { ...macProof, ...change } })
/** The same for a request without a nonce, where the signed data is undefined. */
function withoutNonce({ presented: { reading } }: PresentedSubject): PresentedSubject {
  if (reading.format !== 'mso_mdoc') throw new Error('A device signs an mdoc.')
  const { transcript } = reading
  return presentedMdoc({
    ...reading,
    transcript: { ...transcript, handover: { ...transcript.handover, nonce: '' } },
  })
}
/** Each variant, with the session of another request. */
const variants = transcriptVariants.map((variant) => ({
  variant,
  ofSession: variant === 'another_session' ? { id: 'a-session', parts: ['nonce'] } : null,
}))
/** What was tried of a proof that nothing explains. */
const unexplained: TriedTranscripts[] = [
  { variants: ['iso_18013_7'], verifications: 40, sessions: 2, untried: [] },
  { variants: ['dc_api'], verifications: 40, sessions: 0, untried: ['iso_18013_7_without_nonce'] },
  { variants: [], verifications: 0, sessions: 0, untried: ['too_many_documents'] },
]
/** The same for requests by link, through a browser, and of ISO/IEC 18013-7; without the variant that would be right. */
const inBrowsers = (subjects: readonly PresentedSubject[]): PresentedSubject[] =>
  subjects
    .flatMap((subject) => [
      subject,
      forHandover(subject, { origin: 'https://verifier.example' }),
      forHandover(subject, { origin: 'https://verifier.example', encryptionInfo: 'gmVkY2FwaQ' }),
    ])
    .filter(({ presented: { reading } }) => {
      if (reading.format !== 'mso_mdoc') return false
      const { signature: signed, mac: maced } = reading.documents[0]?.device ?? goodDocument.device
      return (signed ?? maced)?.variant !== ownVariant(reading.transcript.handover)
    })
function forHandover({ presented: { reading } }: PresentedSubject, change: Partial<HandoverInput>): PresentedSubject {
  if (reading.format !== 'mso_mdoc') throw new Error('A device signs an mdoc.')
  const { transcript } = reading
  return presentedMdoc({
    ...reading,
    transcript: { ...transcript, handover: { ...transcript.handover, ...change } },
  })
}
const noProof = device({ methods: [], signature: null })
const nothingSigned = device({ form: 'absent', namespaces: 'absent', methods: null, signature: null })
const deviceElements = (authorized: boolean) =>
  device({ elements: [{ namespace: 'org.example', name: 'amount', authorized }] })
/** The same where the request has a transaction that this document may confirm. */
const confirming = (authorized: boolean) => {
  const { presented, answer } = deviceElements(authorized)
  const { queryId } = presented
  const transaction = { index: 0, sent: 'e30', type: 'payment', credentialIds: [queryId], algorithms: null }
  return { presented, answer: { ...answer, request: { ...answer.request, transactions: [transaction] } } }
}
const invalid: CoseVerdict = { result: 'invalid', unverifiedBecause: null }
const unverified = (unverifiedBecause: NonNullable<CoseVerdict['unverifiedBecause']>): CoseVerdict => ({
  result: 'unverified',
  unverifiedBecause,
})
const item = (change: Partial<(typeof goodDocument.elements)[number]>) =>
  mdocDocument({ elements: [{ ...element('family_name', text('Neumann')), ...change }] })
const noElements = mdocDocument({ elements: [] })
const demandingTrust = { session: session({ options: { ...session().options, require_trusted_issuer: true } }) }
const trust = (issuerTrusted: boolean | null, answer: Parameters<typeof presentedMdoc>[2] = {}) =>
  presentedMdoc({ documents: [{ ...goodDocument, issuerTrusted }] }, {}, answer)
const twoDocuments = presentedMdoc({ documents: [goodDocument, goodDocument], documentCount: 2 })
const unbound = { match: { ...mdocMatch, holderBinding: { required: false, present: false } } }

export const mdocExamples: ExamplesById<PresentedSubject> = {
  'vp.mdoc.base64url': {
    pass: [mdoc],
    violated: [
      presentedMdoc({ encoding: { spelling: 'repaired', characters: 2000 } }),
      ...['no base64url!', '-----BEGIN X-----', '{"documents":[]}'].map((unread) =>
        presentedMdoc(
          { ...unreadableMdoc, text: unread, encoding: { spelling: 'unreadable', characters: 12 } },
          { match: null },
        ),
      ),
    ],
    notApplicable: [sdJwt],
  },
  'vp.mdoc.cbor': {
    pass: [mdoc],
    violated: [
      ...(['empty', 'truncated', 'malformed', 'too_deep', 'too_many_items', 'too_large'] as const).map(cbor),
      cborFacts({ error: 'malformed', part: 'the mobile security object' }),
      cborFacts({ trailing: 2 }),
      cborFacts({ duplicates: 1 }),
      presentedMdoc({ ...unreadableMdoc, cbor: goodMdoc.cbor }, { match: null }),
      ...['a36776657273696f6e63312e30', 'bzJkMlpYSnphVzl1WXpFdU1HbGtiMk4xYldWdWRITQ', '-----BEGIN X-----'].map(
        (inText) => presentedMdoc({ ...unreadableMdoc, cbor: goodMdoc.cbor, text: inText }, { match: null }),
      ),
      ...[tagged(24, bytes()), array(map({ issuerSigned: map({}) })), array(bytes(), map({}), bytes(), bytes())].map(
        (root) =>
          presentedMdoc(
            { ...unreadableMdoc, cbor: goodMdoc.cbor, items: { root, embedded: new Map() } },
            { match: null },
          ),
      ),
    ],
    notApplicable: [
      sdJwt,
      presentedMdoc({ ...unreadableMdoc, encoding: { spelling: 'unreadable', characters: 12 } }, { match: null }),
    ],
  },
  'vp.mdoc.version': {
    pass: [mdoc],
    violated: [
      presentedMdoc({ version: '2.0' }),
      presentedMdoc({ version: null }),
      presentedMdoc({ version: '1.1' }),
      presentedMdoc({ version: null, items: { root: map({ version: text('x') }), embedded: new Map() } }),
    ],
    notApplicable: [sdJwt, unreadable, ...otherLevels],
  },
  'vp.mdoc.status': {
    pass: [mdoc],
    violated: [
      presentedMdoc({ status: 10 }),
      presentedMdoc({ status: null }),
      presentedMdoc({ status: null, items: { root: map({ status: text('0') }), embedded: new Map() } }),
    ],
    notApplicable: [sdJwt, unreadable, ...otherLevels],
  },
  'vp.mdoc.documents': {
    pass: [mdoc],
    violated: [
      noDocument,
      presentedMdoc({ documents: [], documentCount: null }),
      ...otherLevels,
      presentedMdoc({ documentCount: 11 }),
      // The response exceeded its budget.
      presentedMdoc({ documents: [], documentCount: 1 }),
      twoDocuments,
    ],
    notApplicable: [sdJwt, unreadable],
  },
  'vp.mdoc.one_document': {
    pass: [mdoc],
    violated: [twoDocuments],
    notApplicable: none,
  },
  'vp.mdoc.no_document_errors': {
    pass: [mdoc],
    violated: [presentedMdoc({ documentErrors: 1 }), mdocDocument({ errors: 2 })],
    notApplicable: [sdJwt, unreadable],
  },
  'vp.mdoc.issuer_auth': {
    pass: [mdoc],
    violated: [
      issuerAuth({ shape: 'tagged' }),
      issuerAuth({ shape: 'other' }),
      mdocDocument({ issuerAuth: { ...goodCose, shape: 'absent', payload: 'other' }, mso: null }),
      issuerAuth({ payload: 'null' }),
      noMso,
      mso({ embedded: false }),
      issuerAlg({ inProtected: false }),
    ],
    notApplicable: none,
  },
  'vp.mdoc.issuer_alg': {
    pass: [mdoc, issuerAlg({ fitsKey: null })],
    violated: [
      issuerAlg({ value: -257, supported: false, allowed: false }),
      issuerAlg({ value: -36, allowed: false }),
      ...(['text_label', 'text_value', 'text_label_and_value', 'other_value', 'absent'] as const).map((spelling) =>
        issuerAlg({ value: null, supported: false, allowed: false, spelling }),
      ),
      issuerAlg({ value: -35, fitsKey: false }),
    ],
    notApplicable: [...none, issuerAuth({ shape: 'other' })],
  },
  'vp.mdoc.x5chain': {
    pass: [mdoc],
    violated: [
      noX5chain,
      x5chain({ form: 'other' }),
      x5chain({ form: 'text' }),
      badX5chain,
      unchained,
      unusable,
      x5chain({ header: 'protected' }),
      x5chain({ form: 'array' }),
      mdocDocument({ x5chain: null, x5chainTextLabel: '33' }),
      x5chain({ isReversed: true, facts: unchainedFacts }),
    ],
    notApplicable: [...none, mdocDocument({ issuerAuth: { ...goodCose, shape: 'absent' }, x5chain: null })],
  },
  'vp.mdoc.issuer_signature': {
    pass: [mdoc],
    violated: [
      mdocDocument({ issuerSignature: invalid }),
      ...(['null_for_empty', 'without_tag_24', 'der', 'device_key', 'other_certificate'] as const).map(
        (issuerSignatureMistake) => mdocDocument({ issuerSignature: invalid, issuerSignatureMistake }),
      ),
      mdocDocument({ issuerSignature: unverified('algorithm_not_supported') }),
      mdocDocument({ issuerSignature: unverified('no_algorithm') }),
      mdocDocument({ issuerSignature: unverified('critical_header') }),
    ],
    notApplicable: [...none, mdocDocument({ issuerSignature: unverified('no_key') })],
  },
  'vp.mdoc.cert_validity': {
    pass: [mdoc],
    violated: [
      x5chain({ expired: [0] }),
      x5chain({ notYetValid: [0] }),
      validity({ signed: instant(-10 * 365 * 86_400) }),
    ],
    notApplicable: [...none, noX5chain, badX5chain],
  },
  'vp.mdoc.x5chain_leaf_not_self_signed': {
    pass: [mdoc],
    violated: [x5chain({ leafSelfSigned: true }), x5chain({ selfSigned: [1] })],
    notApplicable: [...none, noX5chain, badX5chain],
  },
  'vp.mdoc.document_signer': {
    pass: [mdoc],
    violated: [
      leaf({ extendedKeyUsage: [] }),
      leaf({ extendedKeyUsage: ['1.3.6.1.5.5.7.3.1'] }),
      leaf({ country: null }),
      mdocDocument({ elements: [element('issuing_country', text('FR'))] }),
    ],
    notApplicable: [...none, noX5chain, badX5chain],
  },
  'vp.mdoc.issuer_trusted': {
    pass: [trust(true)],
    violated: [trust(false), trust(false, demandingTrust), trust(null, demandingTrust)],
    notApplicable: [...none, trust(null)],
  },
  'vp.mdoc.issuer_listed': {
    pass: [listing({ state: 'listed', entity: 'An Issuer', service: 'https://lists.example/type' })],
    violated: [listing({ state: 'not_listed' })],
    notApplicable: [...none, mdoc, noX5chain, badX5chain, listing({ state: 'no_valid_list' })],
  },
  'vp.mdoc.mso_version': {
    pass: [mdoc],
    violated: [mso({ version: '2.0' }), mso({ version: null })],
    notApplicable: [...none, noMso],
  },
  'vp.mdoc.digest_alg': {
    pass: [mdoc, mso({ digestAlgorithm: { value: 'SHA-512', supported: true } })],
    violated: [
      mso({ digestAlgorithm: { value: 'MD5', supported: false } }),
      mso({ digestAlgorithm: { value: 'sha256', supported: false } }),
      mso({ digestAlgorithm: { value: null, supported: false } }),
    ],
    notApplicable: [...none, noMso],
  },
  'vp.mdoc.digest_alg_sha256': {
    pass: [mdoc],
    violated: [mso({ digestAlgorithm: { value: 'SHA-512', supported: true } })],
    notApplicable: [...none, noMso],
  },
  'vp.mdoc.item_structure': {
    pass: [mdoc],
    violated: [
      item({ errors: ['tag 24'] }),
      item({ errors: ['digestID'], digestIdIsText: true }),
      item({ errors: ['random'], randomBytes: null }),
      item({ randomBytes: 15 }),
      mdocDocument({ namespacesReadable: false, elements: [] }),
    ],
    notApplicable: [...none, noElements],
  },
  'vp.mdoc.items_unique': {
    pass: [mdoc],
    violated: [item({ repeats: 'name' }), item({ repeats: 'digest_id' })],
    notApplicable: [...none, noElements],
  },
  'vp.mdoc.digests': {
    pass: [mdoc],
    violated: [
      item({ digest: 'differs' }),
      item({ digest: 'differs', digestOver: 'untagged' }),
      item({ digest: 'differs', digestOver: 'another_encoding' }),
      item({ digest: 'absent' }),
      mdocDocument({
        mso: { ...goodMso, digestIdsAreTexts: true },
        elements: [{ ...element('sex', text('x')), digest: 'absent' }],
      }),
      mdocDocument({ elements: [...goodDocument.elements, { ...element('sex', text('x')), digest: 'not_computed' }] }),
    ],
    notApplicable: [...none, noElements, item({ digest: 'not_computed' })],
  },
  'vp.mdoc.doctype_mso': {
    pass: [mdoc],
    violated: [
      mso({ docType: 'org.iso.18013.5.1.mDL' }),
      mdocDocument({ docType: null }),
      mdocDocument({ docType: null, mso: { ...goodMso, docType: null } }),
    ],
    notApplicable: [...none, noMso],
  },
  'vp.mdoc.validity': {
    pass: [mdoc, validity({ validUntil: instant(-30) })],
    violated: [
      validity({ validUntil: instant(-3600) }),
      validity({ validFrom: instant(3600) }),
      validity({ signed: instant(600), validFrom: instant(600) }),
      validity({ signed: instant(-1800) }),
      validity({ signed: { present: true, wellFormed: false, at: addSeconds(now, -3600) } }),
      validity({ validUntil: { present: false, wellFormed: false, at: null } }),
      validity({ validUntil: { present: true, wellFormed: true, at: null } }),
    ],
    notApplicable: [...none, noMso],
  },
  'vp.mdoc.device_key': {
    pass: [mdoc],
    violated: [
      deviceKey({ present: false, form: 'no_map', valid: false }),
      deviceKey({ form: 'no_map', valid: false }),
      deviceKey({ form: 'jwk', valid: false }),
      deviceKey({ form: 'der', valid: false }),
      deviceKey({ form: 'embedded', valid: false }),
      ...(['texts', 'der', 'point', 'length'] as const).map((coordinates) => deviceKey({ coordinates, valid: false })),
      deviceKey({ form: 'text_labels', valid: false }),
      deviceKey({ hasPrivatePart: true }),
      deviceKey({ valid: false }),
      deviceKey({ valid: false, compressed: true }),
    ],
    notApplicable: [...none, noMso],
  },
  'vp.mdoc.device_signed': {
    pass: [mdoc],
    violated: [
      nothingSigned,
      device({ form: 'other', namespaces: 'absent', methods: null, signature: null }),
      ...(['absent', 'map', 'bytes', 'bytes_around_tag', 'other'] as const).map((namespaces) => device({ namespaces })),
      device({ methods: null, signature: null }),
      signature({ cose: { ...goodProof.cose, shape: 'tagged' } }),
    ],
    notApplicable: [
      ...none,
      mdocDocument(
        {
          device: { ...goodDocument.device, form: 'absent', namespaces: 'absent', methods: null, signature: null },
        },
        unbound,
      ),
    ],
  },
  'vp.mdoc.device_auth_one': {
    pass: [mdoc, mac({})],
    violated: [noProof, device({ methods: ['deviceSignature', 'deviceMac'] }), device({ methods: ['signature'] })],
    notApplicable: [...none, nothingSigned],
  },
  'vp.mdoc.device_alg': {
    pass: [mdoc],
    violated: [
      signature({ cose: { ...goodProof.cose, shape: 'other' } }),
      deviceAlg({ inProtected: false }),
      deviceAlg({ value: -36, allowed: false }),
      deviceAlg({ value: -35, fitsKey: false }),
      ...(['text_label', 'text_value', 'text_label_and_value', 'other_value', 'absent'] as const).map((spelling) =>
        deviceAlg({ value: null, inProtected: false, supported: false, allowed: false, spelling }),
      ),
    ],
    notApplicable: [...none, noProof, mac({})],
  },
  'vp.mdoc.device_payload_detached': {
    pass: [mdoc, mac({})],
    violated: [signature({ cose: goodCose })],
    notApplicable: [...none, noProof],
  },
  'vp.mdoc.device_signature': {
    pass: [mdoc],
    violated: [
      ...inBrowsers(unexplained.map((tried) => signature({ verdict: invalid, variant: null, tried }))),
      ...inBrowsers(variants.map((one) => signature({ verdict: invalid, ...one }))),
      ...(['no_algorithm', 'algorithm_not_supported', 'critical_header'] as const).map((because) =>
        signature({ verdict: unverified(because), variant: null }),
      ),
    ],
    notApplicable: [
      ...none,
      noProof,
      mac({}),
      signature({ verdict: unverified('no_key'), variant: null }),
      withoutNonce(signature({ verdict: invalid, variant: null })),
    ],
  },
  'vp.mdoc.device_mac': {
    pass: [mac({})],
    violated: [
      mac({ cose: { ...macProof.cose, alg: { ...macProof.cose.alg, allowed: false } } }),
      ...inBrowsers(unexplained.map((tried) => mac({ verdict: invalid, variant: null, tried }))),
      ...inBrowsers(variants.map((one) => mac({ verdict: invalid, ...one }))),
      mac({ verdict: invalid, variant: 'openid4vp', saltedWith: 'iso_18013_7' }),
      ...(['no_algorithm', 'algorithm_not_supported', 'critical_header', 'no_reader_key'] as const).map((because) =>
        mac({ verdict: unverified(because), variant: null }),
      ),
    ],
    notApplicable: [
      ...none,
      mdoc,
      mac({ verdict: unverified('no_key'), variant: null }),
      withoutNonce(mac({ verdict: invalid, variant: null })),
    ],
  },
  'vp.mdoc.transcript_variant': {
    pass: [mdoc],
    violated: [
      ...inBrowsers(variants.map((one) => signature({ verdict: invalid, ...one }))).map(withoutNonce),
      withoutNonce(mac({ verdict: invalid, variant: 'openid4vp', saltedWith: 'iso_18013_7' })),
    ],
    notApplicable: [
      ...none,
      noProof,
      signature({ verdict: invalid, variant: 'iso_18013_7' }),
      mac({ verdict: invalid, variant: 'openid4vp', saltedWith: 'iso_18013_7' }),
      withoutNonce(signature({ verdict: invalid, variant: null })),
    ],
  },
  'vp.mdoc.device_namespaces_empty': {
    pass: [mdoc, deviceElements(true)],
    violated: [deviceElements(false)],
    notApplicable: [...none, nothingSigned],
  },
  'vp.mdoc.key_authorized': {
    pass: [deviceElements(true)],
    violated: [deviceElements(false), confirming(false)],
    notApplicable: [...none, mdoc],
  },
  'vp.mdoc.element_types': {
    pass: [mdoc],
    violated: [
      mdocDocument({ elements: [element('birth_date', text('1990-04-12'))] }),
      mdocDocument({ elements: [element('portrait', text('/9j/'))] }),
      mdocDocument({ elements: [element('family_name', tagged(1004, text('1990-04-12')))] }),
    ],
    notApplicable: [...none, noElements, mdocDocument({ elements: [element('shoe_size', text('38'))] })],
  },
  'vp.mdoc.status_value': {
    pass: [listed()],
    violated: [listed({ value: 1 }), listed({ value: 2 }), listed({ value: null })],
    notApplicable: [...none, noMso, mdoc, noStatus, listed({ problems: ['expired'] })],
  },
  'vp.mdoc.status_token': {
    pass: [listed(), listed({ value: 1 })],
    violated: [listed({ problems: ['untrusted'] }), listed({ problems: ['list'], value: null })],
    notApplicable: [...none, noMso, mdoc, noStatus],
  },
  'vp.mdoc.mso_status': {
    pass: [mdoc, status({ mechanisms: ['identifier_list'] })],
    violated: [
      status({ isMap: false, mechanisms: [] }),
      status({ mechanisms: ['other'] }),
      status({ malformed: ['status_list'] }),
      status({ malformed: ['status_list.idx'] }),
      status({ malformed: ['status_list.idx', 'status_list.uri'], absent: ['status_list.uri'] }),
    ],
    notApplicable: [...none, noMso, status({ present: false, isMap: false, mechanisms: [] })],
  },
  'vp.mdoc.reused_instance': {
    pass: [mdoc],
    violated: [
      presentedMdoc({}, { seenBefore: { instance: true, holderKey: false } }),
      presentedMdoc({}, { seenBefore: { instance: false, holderKey: true } }),
    ],
    notApplicable: [sdJwt, unreadable],
  },
}
