import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onSdJwt } from '../../judgements/presentation/on-sd-jwt'
import { shown } from '../../judgements/shown'

export const vpSdjwtTyp = defineCheck<PresentedSubject>('vp.sdjwt.typ', {
  title: 'typ of the credential is dc+sd-jwt',
  clauses: ['SDJWTVC13-3.2.1'],
  level: 'must',
  why: 'By the type nobody can pass another kind of JWT for a credential.',
  hint: 'The issuer sets typ: dc+sd-jwt. vc+sd-jwt is the name of earlier drafts.',
  run: onSdJwt(({ typ, issuerJwt }) => {
    if (issuerJwt.header === null) return notApplicable('The header of the credential cannot be read.')
    if (typ.matches) return pass('dc+sd-jwt')
    return violated({
      expected: 'dc+sd-jwt',
      actual: shown(typ.value),
      ...(typ.formerName ? { hint: 'vc+sd-jwt is the name of earlier drafts: it is read all the same.' } : {}),
    })
  }),
})
