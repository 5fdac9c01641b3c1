import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onComparedClaims } from '../../judgements/presentation/on-match'
import { shownPaths } from '../../judgements/shown-path'

export const vpMinOnlyRequestedSdjwt = defineCheck<PresentedSubject>('vp.min.only_requested_sdjwt', {
  title: 'Presentation discloses only claims that the query asks for',
  clauses: ['OID4VP-1FINAL-6.4.1', 'OID4VP-1FINAL-6.4', 'OID4VP-1FINAL-15.4'],
  level: 'must',
  why: 'The user agreed to reveal what was requested and nothing more.',
  hint: 'Leave out every Disclosure that no path of the query needs.',
  run: onComparedClaims(({ minimisation, claims }, { presented }) => {
    if (presented.reading.format !== 'dc+sd-jwt') return notApplicable('The presentation is not an SD-JWT VC.')
    if (claims === null) return notApplicable('The query names no claims; see vp.min.no_claims_requested.')
    return minimisation.unrequested.length === 0
      ? pass(`${minimisation.disclosed.length} claims`)
      : violated({ expected: 'only what was requested', actual: shownPaths(minimisation.unrequested) })
  }),
})
