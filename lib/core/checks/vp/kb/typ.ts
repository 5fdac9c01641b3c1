import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onKbJwt } from '../../judgements/presentation/on-kb-jwt'
import { shown } from '../../judgements/shown'

export const vpKbTyp = defineCheck<PresentedSubject>('vp.kb.typ', {
  title: 'Key Binding JWT is typed kb+jwt',
  clauses: ['RFC9901-4.3', 'RFC9901-7.3'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'The typ of the Key Binding JWT is not kb+jwt.',
  why: 'The type prevents other JWTs of the wallet from passing as a Key Binding JWT.',
  hint: 'Set typ to kb+jwt.',
  run: onKbJwt(({ typ, jws }) => {
    if (jws.header === null) return notApplicable('The header cannot be read.')
    return typ.matches ? pass('kb+jwt') : violated({ expected: 'kb+jwt', actual: shown(typ.value) })
  }),
})
