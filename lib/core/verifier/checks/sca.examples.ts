import type { ExamplesById } from '../../engine/checks/examples'
import type { PresentKbJwt } from '../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import type { PresentedReading, PresentedSubject } from '../read/response/response-reading'
import type { TransactionHashes } from '../read/transaction/transaction-hashes'
import { asking, mdoc, presented } from './fixtures/response'
import { goodKbJwt, goodSdJwt } from './fixtures/sd-jwt-reading'
import { session } from './fixtures/verifier-evidence'

const entry = {
  index: 0,
  sent: 'e30',
  type: 'urn:eudi:sca:payment:1',
  credentialIds: ['pid'],
  algorithms: ['sha-256'],
}
const hashed: TransactionHashes = {
  type: 'array',
  hashes: [{ wellFormed: true, entries: [0], mistake: null }],
  total: 1,
  alg: { type: 'string', value: 'sha-256', supported: true },
}
const good = {
  jti: 'deeec2b0-3bea-4477-bd5d-e3462a709481',
  responseMode: session().request.response_mode ?? 'direct_post.jwt',
  amr: [{ knowledge: 'pattern' }, { inherence: 'face_device' }],
}
const hosted = { category: 'urn:eu:europa:ec:eudi:sua:sca', transactions: [entry.type] }

const goodCard = { ...goodSdJwt, vct: { present: true, value: 'https://bank.example/card', clear: true } }

/** A presentation that confirms a payment with these claims. */
const paying = (
  payment: Partial<PresentKbJwt['payment']>,
  change: Partial<PresentedReading> = {},
  type = entry.type,
): PresentedSubject =>
  presented(
    {
      transaction: hashed,
      hosted,
      reading: { ...goodCard, kbJwt: { ...goodKbJwt, payment: { ...good, ...payment } } },
      ...change,
    },
    { request: asking({ transactionData: ['e30'], transactions: [{ ...entry, type }] }).request },
  )
const right = paying({})
const seen = { instance: false, holderKey: false }
const ofPid = paying({ jti: undefined }, { extendedTypes: ['urn:example:parent', 'urn:eudi:pid:1'] })
const notApplicable = [presented(), mdoc, paying({}, {}, 'com.example.payment'), ofPid]

export const scaExamples: ExamplesById<PresentedSubject> = {
  'vp.sca.jti': {
    pass: [right],
    violated: [
      paying({ jti: undefined }),
      paying({ jti: 1 }),
      paying({}, { seenBefore: { ...seen, jti: true } }),
      paying({ jti: 'short' }),
    ],
    notApplicable,
  },
  'vp.sca.response_mode': {
    pass: [right],
    violated: [paying({ responseMode: undefined }), paying({ responseMode: 'fragment' }), paying({ responseMode: 1 })],
    notApplicable,
  },
  'vp.sca.amr': {
    pass: [right],
    violated: [
      paying({ amr: undefined }),
      paying({ amr: ['pin', 'fpt'] }),
      paying({ amr: 'pin' }),
      paying({ amr: [] }),
      paying({ amr: [{ knowledge: 'pattern', inherence: 'face_device' }] }),
      paying({ amr: [{ knowledge: 'pattern' }] }),
      paying({ amr: [{ knowledge: 'pattern' }, { knowledge: 'other' }] }),
    ],
    notApplicable,
  },
  'vp.sca.amr_values': {
    pass: [right],
    violated: [paying({ amr: [{ knowledge: 'pin' }, { inherence: 1 }] })],
    notApplicable,
  },
  'vp.sca.type_allowed': {
    pass: [right],
    violated: [
      paying({}, { hosted: { ...hosted, category: null } }),
      paying({}, { hosted: { ...hosted, category: 'another' } }),
      paying({}, { hosted: { ...hosted, transactions: ['urn:eudi:sca:account_access:1'] } }),
    ],
    notApplicable: [...notApplicable, paying({}, { hosted: null })],
  },
}
