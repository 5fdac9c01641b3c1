import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, tolerated } from '../../check'
import { onX5c } from '../../judgements/presentation/on-x5c'

export const vpSdjwtX5cIssSan = defineCheck<PresentedSubject>('vp.sdjwt.x5c_iss_san', {
  title: 'Certificate of the issuer names its iss',
  clauses: ['SDJWTVC13-3.5'],
  level: 'should',
  why: 'An earlier draft binds iss to the certificate; later ones leave it open.',
  hint: 'The issuer puts the URL or the host of iss into the certificate as subject alternative name.',
  run: onX5c(({ issMatchesSan }) => {
    if (issMatchesSan === null)
      return notApplicable('The credential has no https iss, or its certificates cannot be read.')
    return issMatchesSan ? pass() : tolerated({ expected: 'a name of the certificate', actual: 'another host' })
  }),
})
