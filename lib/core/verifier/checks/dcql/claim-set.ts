import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onReadMatch } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const dcqlClaimSet = defineCheck<PresentedSubject>('vp.dcql.claim_set', {
  title: 'Presentation satisfies a claim set',
  problem: 'The presentation satisfies no claim set of the query',
  clauses: ['OID4VP-1FINAL-6.4.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'A claim set is only satisfied if all of its claims are present.',
  hint: 'Disclose all claims of the first claim set that the credential can satisfy.',
  run: onReadMatch(({ claimSets }) => {
    if (claimSets === null) return notApplicable(say`The query has no claim sets.`)
    return claimSets.first === null
      ? violated({
          expected: say`one whole claim set`,
          actual: claimSets.options.map(({ missing }) => say`${missing.length} missing`),
        })
      : pass(say`option ${claimSets.first}`)
  }),
})
