import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onX5c } from '../../judgements/on-x5c'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtX5cLeafNotSelfSigned = defineCheck<PresentedSubject>('vp.sdjwt.x5c_leaf_not_self_signed', {
  title: 'Certificate of the issuer is not self-signed',
  problem: 'The certificate of the issuer is self-signed',
  clauses: ['HAIP-6.1.1'],
  level: 'must',
  profile: 'haip',
  judges: { token: 'presented_credential', member: 'header.x5c' },
  why: 'A self-signed certificate says nothing about who the issuer is.',
  hint: 'The issuer gets its certificate from a CA.',
  run: onX5c(({ leafSelfSigned }) => {
    if (leafSelfSigned === null) return notApplicable(say`The certificates cannot be read.`)
    return leafSelfSigned
      ? violated({ expected: say`a certificate of an authority`, actual: say`self-signed` })
      : pass()
  }),
})
