import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPath } from '../../../engine/judgements/shown-path'
import { listed, say } from '../../../ground/values/wording'
import { onReadMatch } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

/** How many claims the headline names. */
const namedMax = 5

export const dcqlClaimsPresent = defineCheck<PresentedSubject>('vp.dcql.claims_present', {
  title: 'Presentation holds every claim that the query asks for',
  problem: 'A claim that the query asks for is missing',
  clauses: ['OID4VP-1FINAL-6.4.1', 'OID4VP-1FINAL-7'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'Without claim_sets the verifier needs all claims.',
  hint: 'Disclose every claim of the query, or send the error access_denied.',
  run: onReadMatch(({ claims, claimSets }) => {
    if (claims === null) return notApplicable(say`The query names no claims.`)
    if (claimSets !== null) return notApplicable(say`The query has claim sets; see vp.dcql.claim_set.`)
    const missing = claims.filter(({ found }) => !found)
    if (missing.length === 0) return pass(say`${claims.length} claims`)
    const paths = missing.map(({ path }) => shownPath(path))
    const more = paths.length > namedMax ? say` and ${paths.length - namedMax} more` : say``
    return violated({
      expected: say`all claims of the query`,
      actual: paths.map((path) => say`missing: ${path}`),
      cause: say`${paths.length === 1 ? say`Requested claim` : say`Requested claims`} missing: ${listed(paths.slice(0, namedMax), ', ')}${more}`,
    })
  }),
})
