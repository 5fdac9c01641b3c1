import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onX5c } from '../../judgements/on-x5c'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtX5cValidity = defineCheck<PresentedSubject>('vp.sdjwt.x5c_validity', {
  title: 'Certificates of the issuer are valid now',
  problem: 'A certificate of the issuer has expired or is not yet valid',
  clauses: ['RFC5280-4.1.2.5'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'header.x5c' },
  why: 'An expired certificate no longer vouches for its key.',
  hint: 'The issuer renews its certificate and reissues its credentials.',
  run: onX5c(({ facts, notYetValid, expired }) => {
    if (!facts.readable) return notApplicable(say`The certificates cannot be read.`)
    if (expired.length > 0) return violated({ expected: say`valid now`, actual: say`expired` })
    return notYetValid.length > 0 ? violated({ expected: say`valid now`, actual: say`not yet valid` }) : pass()
  }),
})
