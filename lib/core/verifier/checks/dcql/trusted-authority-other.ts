import { defineCheck, notApplicable, notObserved } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { listed, say } from '../../../ground/values/wording'
import { onMatch } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const dcqlTrustedAuthorityOther = defineCheck<PresentedSubject>('vp.dcql.trusted_authority_other', {
  title: 'Credential comes from a trust list or federation that the query names',
  problem: 'The credential does not come from a trust list or federation that the query names',
  clauses: ['OID4VP-1FINAL-6.1.1.2', 'OID4VP-1FINAL-6.1.1.3'],
  level: 'should',
  why: 'A verifier may name a trust list or a federation instead of key identifiers.',
  hint: 'Nothing to do: trust lists and federations are not fetched here.',
  run: onMatch(({ trustedAuthorities }) => {
    const others = trustedAuthorities.filter(({ result }) => result === 'not_evaluated')
    return others.length === 0
      ? notApplicable(say`The query names no trust list and no federation.`)
      : notObserved(
          say`Not evaluated, because this service fetches no trust lists: ${listed(
            others.map(({ type }) => say`${shown(type)}`),
            ', ',
          )}`,
        )
  }),
})
