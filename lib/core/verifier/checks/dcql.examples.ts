import { type ExamplesById, neverViolated } from '../../engine/checks/examples'
import type {
  ArrayMatch,
  ClaimMatch,
  ClaimSetsMatch,
  QueryMatch,
  TrustedAuthorityMatch,
} from '../../shared/dcql/dcql-reading'
import type { UnanswerableReason } from '../../shared/dcql/problem-list'
import type { VerifierOptions } from '../../shared/ports/session-options'
import type { PresentedSubject } from '../read/response/response-reading'
import {
  goodClaims,
  goodMatch,
  matching,
  mdoc,
  mdocMatch,
  presented,
  presentedMdoc,
  unasked,
  withoutBinding,
} from './fixtures/response'
import { askingInVain } from './fixtures/unanswerable'

const good = presented()
/** No query, or one that the tester broke. */
const noQuery = [unasked, matching({ queryWhole: false, format: { ...goodMatch.format, matches: false } })]
const claims = (change: Partial<ClaimMatch>) =>
  matching({
    claims: goodClaims.map((one, index) => (index === 0 ? { ...one, ...change } : one)),
  })
const noDeviceProof = presentedMdoc({}, { match: { ...mdocMatch, holderBinding: { required: true, present: false } } })
const noClaims = matching({ claims: null })
const missing = { selected: [], found: false, missing: 'absent', followed: 0 } as const

/** An mdoc whose only unreadable part may be the missing element. */
const unreadablePart = (change: Partial<QueryMatch>) =>
  presentedMdoc(
    { cbor: { error: 'too_deep', part: 'an IssuerSignedItem', trailing: 0, duplicates: 0 } },
    { match: { ...mdocMatch, ...change } },
  )

const options = (...satisfied: readonly boolean[]): ClaimSetsMatch => ({
  options: satisfied.map((one) => ({ satisfied: one, missing: one ? [] : [1] })),
  first: satisfied.includes(true) ? satisfied.indexOf(true) : null,
  best: Math.max(satisfied.indexOf(true), 0),
})
const claimSets = (...satisfied: readonly boolean[]) => matching({ claimSets: options(...satisfied) })

const values = { wanted: ['Neumann'], matches: true, others: [], typeDiffers: false }
const array: ArrayMatch = { component: 1, wanted: 0, arrays: 1, revealed: 1, concealed: 1, delivered: true }

const aki: TrustedAuthorityMatch = { type: 'aki', result: 'matches', wanted: ['one'], actual: ['one'] }
const otherAki: TrustedAuthorityMatch = { type: 'aki', result: 'differs', wanted: ['two'], actual: ['one'] }
const trustList: TrustedAuthorityMatch = { type: 'etsi_tl', result: 'not_evaluated', wanted: ['a list'], actual: [] }
const authorities = (...trustedAuthorities: readonly TrustedAuthorityMatch[]) => matching({ trustedAuthorities })

/** A presentation for a query that names one of our lists. */
function ofList(
  trusted_list: NonNullable<VerifierOptions['trusted_list']>,
  change: Partial<PresentedSubject['answer']> = {},
  ...beside: readonly TrustedAuthorityMatch[]
): PresentedSubject {
  const { presented: one, answer } = authorities(...beside, trustList)
  const { options: others } = answer.session
  const session = { ...answer.session, options: { ...others, trusted_list } }
  return { presented: one, answer: { ...answer, ...change, session } }
}

/** The same presentation, for a query in which the tester made a mistake at its first claim or authority. */
const inVain = (reason: UnanswerableReason, { presented: one, answer }: PresentedSubject): PresentedSubject => ({
  presented: one,
  answer: { ...answer, session: askingInVain(reason) },
})

export const dcqlExamples: ExamplesById<PresentedSubject> = {
  'vp.dcql.format': {
    pass: [good],
    violated: [
      matching({ format: { wanted: 'dc+sd-jwt', actual: 'mso_mdoc', matches: false } }),
      matching({ format: { wanted: 'dc+sd-jwt', actual: null, matches: false } }),
    ],
    notApplicable: noQuery,
  },
  'vp.dcql.vct': {
    pass: [
      good,
      matching({ type: { ...goodMatch.type, actual: 'urn:eudi:pid:de:1', by: 'aka_vcts' } }),
      matching({ type: { ...goodMatch.type, actual: 'urn:eudi:pid:de:1', by: 'extends' } }),
    ],
    violated: [
      matching({ type: { ...goodMatch.type, actual: 'urn:eudi:mdl:1', matches: false } }),
      matching({ type: { ...goodMatch.type, actual: 'https://issuer.example/pid', matches: false, mayInherit: true } }),
      matching({ type: { ...goodMatch.type, actual: 'urn:eudi:pid:2', matches: false } }),
      matching({ type: { ...goodMatch.type, actual: 'urn:eudi:pid:de:1', matches: false } }),
      matching({ type: { ...goodMatch.type, wanted: ['urn:x:1'], actual: 'urn:eudi:pid:de:1', matches: false } }),
      matching({ type: { ...goodMatch.type, actual: null, matches: false } }),
    ],
    notApplicable: [
      ...noQuery,
      matching({ type: { kind: 'any', wanted: [], actual: 'urn:eudi:pid:1', matches: true, mayInherit: false } }),
    ],
  },
  'vp.dcql.doctype': {
    pass: [mdoc],
    violated: [
      presentedMdoc(
        {},
        { match: { ...mdocMatch, type: { ...mdocMatch.type, actual: 'org.iso.mdl', matches: false } } },
      ),
      presentedMdoc({}, { match: { ...mdocMatch, type: { ...mdocMatch.type, actual: null, matches: false } } }),
    ],
    notApplicable: [unasked, good],
  },
  'vp.dcql.claims_present': {
    pass: [good],
    violated: [
      claims(missing),
      claims({ ...missing, missing: 'not_an_object' }),
      matching({ claims: Array.from({ length: 7 }, () => goodClaims.map((one) => ({ ...one, ...missing }))).flat() }),
      claims({ hollow: true }),
      claims({ hollow: true, values: { ...values, matches: false } }),
      inVain('claim_unknown', claims(missing)),
    ],
    notApplicable: [
      ...noQuery,
      noClaims,
      claimSets(false),
      unreadablePart({ claims: goodClaims.map((one) => ({ ...one, ...missing })) }),
    ],
  },
  'vp.dcql.claim_set': {
    pass: [claimSets(true, false), claimSets(false, true)],
    violated: [
      claimSets(false, false),
      inVain(
        'claim_unknown',
        matching({ claimSets: { ...options(false), options: [{ satisfied: false, missing: [0] }] } }),
      ),
    ],
    notApplicable: [...noQuery, good, unreadablePart({ claimSets: options(false, false) })],
  },
  'vp.dcql.claim_set_preference': {
    pass: [claimSets(true, true)],
    violated: [claimSets(false, true)],
    notApplicable: [...noQuery, good, claimSets(false, false)],
  },
  'vp.dcql.values': {
    pass: [claims({ values })],
    violated: [
      claims({ values: { ...values, matches: false } }),
      claims({ values: { ...values, matches: false, typeDiffers: true } }),
      inVain('values_of_other_type', claims({ values: { ...values, matches: false } })),
    ],
    notApplicable: [...noQuery, good, noClaims],
  },
  'vp.dcql.path_null_index': {
    pass: [good, claims({ path: ['nationalities', 0], arrays: [array] })],
    violated: [claims({ path: ['nationalities', 1], arrays: [{ ...array, wanted: 1, delivered: false }] })],
    notApplicable: [...noQuery, noClaims, matching({ claims: [] })],
  },
  'vp.dcql.trusted_authority_aki': {
    pass: [authorities(aki), authorities(otherAki, aki), authorities(trustList, aki)],
    violated: [
      authorities(otherAki),
      authorities({ ...otherAki, actual: [] }),
      inVain('authority_wrapped', authorities(otherAki)),
    ],
    notApplicable: [...noQuery, good, authorities(trustList), authorities(otherAki, trustList)],
  },
  'vp.dcql.trusted_authority_other': {
    pass: [ofList('listed', { ownRoots: ['root'] }), ofList('list_of_lists', { ownRoots: ['root'] })],
    violated: [
      ofList('not_listed'),
      ofList('bad_signature'),
      ofList('unreachable', { ownRoots: ['root'] }),
      ofList('not_listed', {}, otherAki),
    ],
    notApplicable: [
      ...noQuery,
      good,
      authorities(aki),
      authorities(trustList),
      ofList('listed'),
      ofList('not_listed', {}, aki),
      ofList('not_listed', {}, trustList),
    ],
  },
  'vp.dcql.holder_binding': {
    pass: [good],
    violated: [matching({ holderBinding: { required: true, present: false } }), noDeviceProof],
    notApplicable: [...noQuery, presented({ match: withoutBinding })],
  },
  'vp.dcql.no_binding_accepted': {
    pass: [presented({ match: withoutBinding }), matching({ holderBinding: { required: false, present: true } })],
    violated: neverViolated,
    notApplicable: [...noQuery, good],
  },
}
