import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { onComparedClaims } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const minNonSdPayload = defineCheck<PresentedSubject>('vp.min.non_sd_payload', {
  title: 'Issuer leaves no user claim in the clear',
  problem: 'The issuer left a claim about the user in the clear',
  clauses: ['OID4VP-1FINAL-6.4'],
  level: 'info',
  why: 'A claim in the clear is revealed in every presentation. The issuer decides that, not the wallet.',
  hint: 'Ask the issuer to make the claim selectively disclosable.',
  run: onComparedClaims(({ minimisation: { inClear } }, { presented }) => {
    if (presented.reading.format !== 'dc+sd-jwt') return notApplicable(say`The presentation is not an SD-JWT VC.`)
    return inClear.length === 0
      ? pass()
      : tolerated({ expected: say`nothing in the clear`, actual: shownPaths(inClear.map((name) => [name])) })
  }),
})
