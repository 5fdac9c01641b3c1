import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onMatch } from '../../judgements/presentation/on-match'

export const vpDcqlClaimSet = defineCheck<PresentedSubject>('vp.dcql.claim_set', {
  title: 'One claim set was presented in full',
  clauses: ['OID4VP-1FINAL-6.4.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'No claim set of the query was presented in full.',
  why: 'A claim set is answered by all of its claims.',
  hint: 'Disclose all claims of the first claim set that the credential has.',
  run: onMatch(({ claimSets }) => {
    if (claimSets === null) return notApplicable('The query has no claim sets.')
    return claimSets.first === null
      ? violated({
          expected: 'one whole claim set',
          actual: claimSets.options.map(({ missing }) => `${missing.length} missing`),
        })
      : pass(`option ${claimSets.first}`)
  }),
})
