import type { ExamplesById } from '../../engine/checks/examples'
import type { QueryMatch } from '../../shared/dcql/dcql-reading'
import type { PresentedSubject } from '../read/response/response-reading'
import {
  goodClaims,
  matching,
  mdoc,
  mdocMatch,
  minimising,
  presented,
  presentedMdoc,
  unasked,
} from './fixtures/response'
import { askingInVain } from './fixtures/unanswerable'

const good = presented()
const noClaims = { claims: null }
const flat = { claims: goodClaims.slice(0, 1) }
const claimSets = { claimSets: { options: [{ satisfied: true, missing: [] }], first: 0, best: 0 } }

/** The same response in a session whose test dropped the last of these claims from the query. */
function fewer(
  subject: PresentedSubject,
  claims = [{ path: ['family_name'] }, { path: ['birthdate'] }],
  negative_test = 'drop_last_claim',
): PresentedSubject {
  const { session } = subject.answer
  const credentials = [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims }]
  const options = { ...session.options, negative_test, request_before_test: { dcql_query: { credentials } } }
  return { ...subject, answer: { ...subject.answer, session: { ...session, options } } }
}

/** A match whose first claim has a path that leads only so far. */
const leadingTo = (path: readonly string[], followed: number): Partial<QueryMatch> => ({
  claims: goodClaims.map((claim, index) =>
    index === 0 ? { ...claim, path, followed, selected: [], found: false, missing: 'not_an_object' } : claim,
  ),
})
/** A match whose first claim came under no name. */
const lacking = (path: readonly string[]): Partial<QueryMatch> => ({
  claims: goodClaims.map((claim, index) =>
    index === 0 ? { ...claim, path, followed: 0, selected: [], found: false, missing: 'absent' } : claim,
  ),
})
const belowBirthdate = leadingTo(['birthdate', 'year'], 1)
const textForIndex = leadingTo(['nationalities', '0'], 1)

/** For a query in which the tester made a mistake at that claim. */
const inVain = ({ presented: one, answer }: PresentedSubject): PresentedSubject => ({
  presented: one,
  answer: { ...answer, session: askingInVain('path_below_value') },
})

export const minimisationExamples: ExamplesById<PresentedSubject> = {
  'vp.min.no_claims_requested': {
    pass: [minimising({ withoutRequest: 0, disclosed: [] }, noClaims)],
    violated: [minimising({ withoutRequest: 4 }, noClaims)],
    notApplicable: [unasked, good],
  },
  'vp.min.only_requested_sdjwt': {
    pass: [good],
    violated: [
      minimising({ unrequested: [['birthdate'], ['age_equal_or_over', '18']] }),
      minimising({ unrequested: [['birthdate']] }, lacking(['birth_date'])),
      minimising({ unrequested: [['birthdate'], ['age_equal_or_over', '18']] }, lacking(['birth_date'])),
      inVain(minimising({ unrequested: [['birthdate']] }, belowBirthdate)),
    ],
    notApplicable: [unasked, mdoc, minimising({ withoutRequest: 1, unrequested: [['birthdate']] }, noClaims)],
  },
  'vp.min.only_requested_mdoc': {
    pass: [mdoc],
    violated: [
      presentedMdoc(
        {},
        { match: { ...mdocMatch, minimisation: { ...mdocMatch.minimisation, unrequested: [['ns', 'portrait']] } } },
      ),
      presentedMdoc(
        {},
        {
          match: {
            ...mdocMatch,
            ...lacking(['another', 'portrait']),
            minimisation: { ...mdocMatch.minimisation, unrequested: [['ns', 'portrait']] },
          },
        },
      ),
    ],
    notApplicable: [unasked, good, presentedMdoc({}, { match: { ...mdocMatch, claims: null } })],
  },
  'vp.min.fewer_than_held': {
    pass: [fewer(good)],
    violated: [fewer(minimising({ unrequested: [['birthdate']] }))],
    notApplicable: [
      good,
      fewer(good, [{ path: ['family_name'] }]),
      fewer(good, [{ path: ['family_name'] }, { path: ['birthdate'] }], 'no_claims'),
    ],
  },
  'vp.min.single_claim_set': {
    pass: [matching(claimSets)],
    violated: [minimising({ beyondClaimSet: [['birthdate']] }, claimSets)],
    notApplicable: [unasked, good],
  },
  'vp.min.no_parent_overreach': {
    pass: [good],
    violated: [
      minimising({ siblings: [['address', 'street_address']] }),
      minimising({ idleParents: [['place_of_birth']] }),
      inVain(minimising({ idleParents: [['birthdate']] }, belowBirthdate)),
    ],
    notApplicable: [
      unasked,
      matching(noClaims),
      matching(flat),
      presentedMdoc(
        {},
        { match: { ...mdocMatch, minimisation: { ...mdocMatch.minimisation, siblings: [['ns', 'portrait']] } } },
      ),
    ],
  },
  'vp.min.array_elements': {
    pass: [good],
    violated: [
      minimising({ arrayElements: [['nationalities', 1]] }),
      inVain(minimising({ arrayElements: [['nationalities', 0]] }, textForIndex)),
    ],
    notApplicable: [unasked, matching(noClaims), matching(flat)],
  },
  'vp.min.non_sd_payload': {
    pass: [good],
    violated: [minimising({ inClear: ['birthdate'] })],
    notApplicable: [unasked, mdoc],
  },
}
