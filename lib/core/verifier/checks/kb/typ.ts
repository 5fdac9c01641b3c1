import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbTyp = defineCheck<PresentedSubject>('vp.kb.typ', {
  title: 'Key Binding JWT is typed kb+jwt',
  problem: 'The typ of the Key Binding JWT is not kb+jwt',
  clauses: ['RFC9901-4.3', 'RFC9901-7.3'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'CheckTypInBindingJwt',
  judges: { token: 'presented_credential', member: 'key_binding.header.typ' },
  why: 'The type prevents other JWTs of the wallet from passing as a Key Binding JWT.',
  hint: 'Set typ to kb+jwt.',
  run: onKbJwt(({ typ, jws }) => {
    if (jws.header === null) return notApplicable(say`The header cannot be read.`)
    return typ.matches ? pass(say`kb+jwt`) : violated({ expected: say`kb+jwt`, actual: shown(typ.value) })
  }),
})
