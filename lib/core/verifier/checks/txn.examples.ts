import { type ExamplesById, neverViolated } from '../../engine/checks/examples'
import type { PresentedSubject, ResponseReading } from '../read/response/response-reading'
import { transactionHashesMax } from '../read/transaction/read-transaction-hashes'
import type { TransactionEntry, TransactionHash, TransactionHashes } from '../read/transaction/transaction-hashes'
import { goodDocument, goodMdoc, unreadableMdoc } from './fixtures/mdoc-reading'
import {
  asking,
  errorResponse,
  goodPresented,
  goodResponse,
  kbJwt,
  mdoc,
  presented,
  presentedMdoc,
  response,
} from './fixtures/response'
import { goodKbJwt, goodSdJwt } from './fixtures/sd-jwt-reading'

const entry = (change: Partial<TransactionEntry> = {}): TransactionEntry => ({
  index: 0,
  sent: 'e30',
  type: 'payment',
  credentialIds: ['pid'],
  algorithms: null,
  ...change,
})
const request = (...transactions: TransactionEntry[]) => asking({ transactionData: ['e30'], transactions }).request
const good: TransactionHash = { wellFormed: true, entries: [0], mistake: null }
const ofBoth: TransactionHash = { ...good, entries: [0, 1] }
const foreign: TransactionHash = { wellFormed: true, entries: [], mistake: null }
const padded: TransactionHash = { wellFormed: false, entries: [], mistake: 'with_padding' }
const hashes = (change: Partial<TransactionHashes> = {}): TransactionHashes => ({
  type: 'array',
  hashes: [good],
  total: 1,
  alg: { type: 'absent', value: null, supported: true },
  ...change,
})
const none = hashes({ type: 'absent', hashes: [], total: 0 })
const alg = (value: string | null, supported = true): TransactionHashes =>
  hashes({ alg: { type: value === null ? 'other' : 'string', value, supported } })

/** A presentation with these hashes, for a request with these entries. */
const subject = (transaction: TransactionHashes | null, ...entries: TransactionEntry[]): PresentedSubject =>
  presented({ transaction }, { request: request(...(entries.length === 0 ? [entry()] : entries)) })
const another = (transaction: TransactionHashes) => ({ ...goodPresented, queryId: 'diploma', transaction })

/** A response with these hashes, to a request with these entries. */
const answer = (transaction: TransactionHashes, ...entries: TransactionEntry[]): ResponseReading =>
  response({ presentations: [{ ...goodPresented, transaction }], request: request(...entries) })
const broken: Pick<ResponseReading, 'request'> = { request: request() }
const withMdoc = response({ presentations: [mdoc.presented], request: request(entry()) })
const signedByDevice = (...elements: (typeof goodDocument.device.elements)[number][]): PresentedSubject => {
  const documents = [{ ...goodDocument, device: { ...goodDocument.device, elements } }]
  return { presented: { ...mdoc.presented, reading: { ...goodMdoc, documents } }, answer: withMdoc }
}
/** Hashes of the entry that were made in another way. */
const mistaken = (['decoded', 'another_algorithm', 'as_hex'] as const).map((mistake) =>
  subject(hashes({ hashes: [{ ...foreign, mistake }] })),
)
const either = entry({ credentialIds: ['pid', 'diploma'] })

const notAsked: readonly PresentedSubject[] = [
  presented(),
  presented({}, broken),
  subject(none),
  subject(null),
  { ...mdoc, answer: withMdoc },
]

const ofCard = { ...goodSdJwt, vct: { ...goodSdJwt.vct, value: 'urn:example:payment-card:1' } }
const signing = { ...goodKbJwt, transactionData: { hashes: ['hash'], alg: undefined } }

/** A presentation of this credential for a request with an entry. */
const confirming = (reading: typeof goodSdJwt): PresentedSubject =>
  presented({ reading }, { request: request(entry()) })

export const txnExamples: ExamplesById<PresentedSubject> = {
  'vp.txn.pid_key': {
    pass: [confirming(goodSdJwt), { ...mdoc, answer: withMdoc }],
    violated: [
      confirming({ ...goodSdJwt, kbJwt: signing }),
      confirming({
        ...ofCard,
        vct: { ...goodSdJwt.vct, value: 'urn:example:german-pid:1' },
        akaVcts: { present: true, problem: null, names: ['urn:eudi:pid:1'] },
        kbJwt: signing,
      }),
      signedByDevice({
        namespace: 'org.example.payment',
        name: 'hash',
      } as (typeof goodDocument.device.elements)[number]),
    ],
    notApplicable: [
      presented(),
      presented({}, broken),
      confirming({ ...ofCard, kbJwt: signing }),
      presentedMdoc(
        { documents: [{ ...goodDocument, docType: 'org.example.card.1' }] },
        {},
        { request: request(entry()) },
      ),
    ],
  },
  'vp.txn.hashes_type': {
    pass: [subject(hashes()), subject(hashes({ hashes: [foreign] }))],
    violated: [
      subject(hashes({ type: 'other', hashes: [], total: 0 })),
      subject(hashes({ hashes: [], total: 0 })),
      subject(hashes({ hashes: [good, { wellFormed: false, entries: [], mistake: null }], total: 2 })),
      subject(hashes({ hashes: [good, padded], total: 2 })),
      subject(hashes({ hashes: [padded, { ...padded, mistake: null }], total: 2 })),
    ],
    notApplicable: notAsked,
  },
  'vp.txn.hashes_match': {
    pass: [
      subject(hashes()),
      subject(hashes(), entry(), entry({ index: 1, credentialIds: ['diploma'] })),
      // Identical entries share a hash, which may be sent for each.
      subject(hashes({ hashes: [ofBoth, ofBoth], total: 2 }), entry(), entry({ index: 1 })),
      subject(hashes({ hashes: [ofBoth] }), entry(), entry({ index: 1 })),
    ],
    violated: [
      subject(hashes({ hashes: [good, good], total: 2 })),
      subject(hashes({ hashes: [foreign] })),
      ...mistaken,
      subject(hashes(), entry(), entry({ index: 1 })),
      subject(hashes({ hashes: [foreign] }), either),
    ],
    notApplicable: [
      ...notAsked,
      subject(alg('sha-1024', false)),
      subject(hashes({ hashes: [foreign] }), entry({ credentialIds: ['diploma'] })),
      presented(
        { transaction: hashes({ hashes: [foreign] }) },
        { presentations: [another(hashes())], request: request(either) },
      ),
    ],
  },
  'vp.txn.no_foreign_hashes': {
    pass: [subject(hashes())],
    violated: [
      subject(hashes({ hashes: [good, foreign], total: 2 })),
      ...mistaken,
      subject(
        hashes({ hashes: Array.from({ length: transactionHashesMax }, () => good), total: transactionHashesMax + 1 }),
      ),
    ],
    notApplicable: [...notAsked, subject(alg('sha-1024', false))],
  },
  'vp.txn.right_credential': {
    pass: [subject(hashes()), subject(hashes({ hashes: [foreign] }))],
    violated: [subject(hashes(), entry({ credentialIds: ['diploma'] }))],
    notApplicable: notAsked,
  },
  'vp.txn.alg_present': {
    pass: [subject(alg('sha-256'), entry({ algorithms: ['sha-256'] }))],
    violated: [subject(hashes(), entry({ algorithms: ['sha-256', 'sha-512'] }))],
    notApplicable: [...notAsked, subject(hashes())],
  },
  'vp.txn.alg_allowed': {
    pass: [subject(alg('sha-256')), subject(alg('sha-512'), entry({ algorithms: ['sha-256', 'sha-512'] }))],
    violated: [
      subject(alg('sha-512')),
      subject(alg(null)),
      subject(alg('sha-384'), entry({ algorithms: ['sha-512'] })),
      subject(alg('sha-512'), entry({ algorithms: ['sha-512'] }), entry({ index: 1 })),
    ],
    notApplicable: [...notAsked, subject(hashes()), subject(alg('sha-256'), entry({ credentialIds: ['diploma'] }))],
  },
  'vp.txn.unsolicited': {
    pass: [presented()],
    violated: [
      kbJwt({ transactionData: { hashes: ['x'], alg: undefined } }),
      kbJwt({ transactionData: { hashes: undefined, alg: 'sha-256' } }),
    ],
    notApplicable: [subject(hashes()), kbJwt({ jws: { ...goodKbJwt.jws, claims: null } }), mdoc],
  },
  'vp.txn.mdoc_elements': {
    pass: [
      { ...mdoc, answer: withMdoc },
      signedByDevice({ namespace: 'org.example.payment', name: 'hash', authorized: true }),
    ],
    violated: neverViolated,
    notApplicable: [
      presented(),
      mdoc,
      { presented: { ...mdoc.presented, reading: unreadableMdoc }, answer: withMdoc },
      { ...mdoc, answer: response(broken) },
    ],
  },
}

/** A transaction data type may define claims other than hashes. */
const otherClaims = response({
  presentations: [
    {
      ...goodPresented,
      transaction: none,
      reading: { ...goodSdJwt, kbJwt: { ...goodKbJwt, unknownClaims: ['payment_data'] } },
    },
  ],
  request: request(entry()),
})

/** An mdoc with a device-signed element that only the transaction data type can explain. */
const byDevice = signedByDevice({ namespace: 'org.example.payment', name: 'hash', authorized: true }).presented

/** An SD-JWT VC without hashes and an mdoc, either of which could represent the entry. */
const inBoth = (ofMdoc: PresentedSubject['presented']): ResponseReading =>
  response({
    presentations: [
      { ...goodPresented, transaction: none },
      { ...ofMdoc, queryId: 'diploma' },
    ],
    request: request(either),
  })

export const txnAnswerExamples: ExamplesById<ResponseReading> = {
  'vp.txn.represented': {
    pass: [answer(hashes(), entry()), answer(hashes({ hashes: [foreign] }), entry()), answer(hashes(), either)],
    violated: [
      answer(none, entry()),
      answer(hashes(), entry(), entry({ index: 1, credentialIds: ['diploma'] })),
      otherClaims,
      inBoth(mdoc.presented),
      withMdoc,
      response({ presentations: [byDevice], request: request(entry()) }),
      inBoth(byDevice),
    ],
    notApplicable: [
      goodResponse,
      response(broken),
      errorResponse({}, { request: request(entry()) }),
      response({ presentations: [], request: request(entry()) }),
    ],
  },
  'vp.txn.one_credential': {
    pass: [answer(hashes(), either)],
    violated: [
      response({
        presentations: [{ ...goodPresented, transaction: hashes() }, another(hashes())],
        request: request(either),
      }),
    ],
    notApplicable: [goodResponse, answer(hashes(), entry()), answer(none, either), response(broken)],
  },
}
