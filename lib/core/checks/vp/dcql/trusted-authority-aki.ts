import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onMatch } from '../../judgements/presentation/on-match'

export const vpDcqlTrustedAuthorityAki = defineCheck<PresentedSubject>('vp.dcql.trusted_authority_aki', {
  title: 'Credential comes from an authority that is asked for',
  clauses: ['OID4VP-1FINAL-6.1', 'OID4VP-1FINAL-6.1.1.1', 'HAIP-5'],
  level: 'should',
  why: 'The verifier says whom it trusts so that the wallet can choose a credential that will be accepted.',
  hint: 'Choose a credential whose certificate chain has one of these AuthorityKeyIdentifiers.',
  run: onMatch(({ trustedAuthorities }) => {
    const aki = trustedAuthorities.find(({ type }) => type === 'aki')
    if (aki === undefined) return notApplicable('The query names no aki.')
    return aki.result === 'matches'
      ? pass([...aki.actual])
      : violated({
          expected: [...aki.wanted],
          actual: aki.actual.length === 0 ? 'no identifier in the chain' : [...aki.actual],
        })
  }),
})
