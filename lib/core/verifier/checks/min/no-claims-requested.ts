import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { belongsNowhere, hasLooseDisclosure } from '../../judgements/loose-disclosure'
import { onComparedClaims } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const minNoClaimsRequested = defineCheck<PresentedSubject>('vp.min.no_claims_requested', {
  title: 'Presentation discloses nothing if the query names no claims',
  problem: 'The presentation discloses claims although the query names none',
  clauses: ['OID4VP-1FINAL-6.4.1'],
  level: 'must',
  judges: { token: 'presented_credential', member: 'disclosures' },
  why: 'A query without claims asks for no selectively disclosable claim.',
  hint: 'Send no Disclosures if the query has no claims.',
  run: onComparedClaims(({ minimisation: { withoutRequest, disclosed } }, { presented }) => {
    if (withoutRequest === null) return notApplicable(say`The query asks for claims.`)
    if (withoutRequest > 0)
      return violated({ expected: say`nothing`, actual: shownPaths(disclosed.map(({ position }) => position)) })
    return hasLooseDisclosure(presented.reading) ? notObserved(belongsNowhere) : pass()
  }),
})
