import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onX5c } from '../../judgements/on-x5c'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtX5cIssSan = defineCheck<PresentedSubject>('vp.sdjwt.x5c_iss_san', {
  title: 'Certificate of the issuer names the iss of the credential',
  problem: 'The certificate of the issuer does not name the iss of the credential',
  clauses: ['SDJWTVC09-3.5'],
  level: 'should',
  judges: { token: 'presented_credential', member: 'header.x5c' },
  why: 'An earlier draft tied iss to the certificate. Later ones dropped the rule.',
  hint: 'The issuer adds the URL or host of iss to the certificate as a subject alternative name.',
  run: onX5c(({ issMatchesSan }) => {
    if (issMatchesSan === null)
      return notApplicable(say`The credential has no https iss, or its certificates cannot be read.`)
    return issMatchesSan ? pass() : tolerated({ expected: say`a name of the certificate`, actual: say`another host` })
  }),
})
