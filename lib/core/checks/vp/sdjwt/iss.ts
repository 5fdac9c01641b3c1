import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onSdJwt } from '../../judgements/presentation/on-sd-jwt'
import { shown } from '../../judgements/shown'

export const vpSdjwtIss = defineCheck<PresentedSubject>('vp.sdjwt.iss', {
  title: 'Issuer of the credential is named by an https URL',
  clauses: ['SDJWTVC13-3.2.2.2'],
  level: 'info',
  why: 'The iss claim identifies the issuer.',
  hint: 'The issuer sets iss to its https URL, or leaves it out.',
  run: onSdJwt(({ iss }) => {
    if (!iss.present) return notApplicable('The credential has no iss.')
    return iss.httpsUrl ? pass(shown(iss.value)) : violated({ expected: 'an https URL', actual: shown(iss.value) })
  }),
})
