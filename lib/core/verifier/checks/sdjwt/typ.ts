import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtTyp = defineCheck<PresentedSubject>('vp.sdjwt.typ', {
  title: 'Credential is typed dc+sd-jwt',
  problem: 'The credential is not typed dc+sd-jwt',
  clauses: ['SDJWTVC13-3.2.1'],
  level: 'must',
  counterpart: 'ValidateCredentialJWTHeaderTyp',
  judges: { token: 'presented_credential', member: 'header.typ' },
  why: 'The type prevents other JWTs from passing as a credential.',
  hint: 'The issuer sets typ to dc+sd-jwt. Earlier drafts used vc+sd-jwt.',
  run: onSdJwt(({ typ, issuerJwt }) => {
    if (issuerJwt.header === null) return notApplicable(say`The header of the credential cannot be read.`)
    if (typ.matches) return pass(say`dc+sd-jwt`)
    return violated({
      expected: say`dc+sd-jwt`,
      actual: shown(typ.value),
      ...(typ.formerName ? { hint: say`Earlier drafts used vc+sd-jwt. The credential is still processed.` } : {}),
    })
  }),
})
