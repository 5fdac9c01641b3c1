import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onComparedClaims } from '../../judgements/presentation/on-match'
import { shownPaths } from '../../judgements/shown-path'

export const vpMinNoClaimsRequested = defineCheck<PresentedSubject>('vp.min.no_claims_requested', {
  title: 'Presentation discloses nothing if the query names no claims',
  clauses: ['OID4VP-1FINAL-6.4.1'],
  level: 'must',
  why: 'A query without claims asks for no selectively disclosable claim.',
  hint: 'Send no Disclosures if the query has no claims.',
  run: onComparedClaims(({ minimisation: { withoutRequest, disclosed } }) => {
    if (withoutRequest === null) return notApplicable('The query asks for claims.')
    return withoutRequest === 0
      ? pass()
      : violated({ expected: 'nothing', actual: shownPaths(disclosed.map(({ position }) => position)) })
  }),
})
