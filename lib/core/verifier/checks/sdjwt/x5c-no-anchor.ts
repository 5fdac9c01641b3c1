import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onX5c } from '../../judgements/on-x5c'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtX5cNoAnchor = defineCheck<PresentedSubject>('vp.sdjwt.x5c_no_anchor', {
  title: 'The x5c header holds no trust anchor',
  problem: 'The x5c header holds a trust anchor',
  clauses: ['HAIP-6.1.1'],
  level: 'must',
  profile: 'haip',
  judges: { token: 'presented_credential', member: 'header.x5c' },
  why: 'A verifier must already know its trust anchors, and never take one from the credential.',
  hint: 'The issuer leaves the root certificate out of x5c.',
  run: onX5c(({ facts, selfSigned }) => {
    if (!facts.readable) return notApplicable(say`The certificates cannot be read.`)
    return facts.includesAnchor || selfSigned.length > 0
      ? violated({ expected: say`no anchor`, actual: say`a self-signed certificate or a known anchor` })
      : pass()
  }),
})
