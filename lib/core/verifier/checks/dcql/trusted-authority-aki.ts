import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onMatch } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const dcqlTrustedAuthorityAki = defineCheck<PresentedSubject>('vp.dcql.trusted_authority_aki', {
  title: 'Credential comes from an authority that the query names',
  problem: 'The credential does not come from an authority that the query names',
  clauses: ['OID4VP-1FINAL-6.1', 'OID4VP-1FINAL-6.1.1.1', 'HAIP-5'],
  level: 'should',
  why: 'The verifier names its authorities so that the wallet picks a credential it will accept.',
  hint: 'Choose a credential whose certificate chain has one of these key identifiers.',
  run: onMatch(({ trustedAuthorities }) => {
    const asked = trustedAuthorities.filter(({ type }) => type === 'aki')
    if (asked.length === 0) return notApplicable(say`The query names no aki.`)
    const actual = [...new Set(asked.flatMap((one) => one.actual))]
    // The entries are alternatives: one match is enough.
    if (asked.some(({ result }) => result === 'matches')) return pass(actual.map(quote))
    if (trustedAuthorities.some(({ result }) => result === 'not_evaluated'))
      return notObserved(
        say`No aki matches, but the query also names trust lists or federations, which are not fetched.`,
      )
    return violated({
      expected: asked.flatMap(({ wanted }) => wanted.map(quote)),
      actual: actual.length === 0 ? say`no identifier in the chain` : actual.map(quote),
    })
  }),
})
