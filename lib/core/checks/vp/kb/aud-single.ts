import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onKbJwt } from '../../judgements/presentation/on-kb-jwt'

export const vpKbAudSingle = defineCheck<PresentedSubject>('vp.kb.aud_single', {
  title: 'aud of the Key Binding JWT is one string',
  clauses: ['RFC9901-4.3'],
  level: 'must',
  why: 'A proof for several verifiers can be passed on between them.',
  hint: 'Set aud to a string, not to an array.',
  run: onKbJwt(({ aud }) => {
    if (aud.type === 'absent') return notApplicable('There is no aud; see vp.kb.aud.')
    return aud.type === 'string' ? pass() : violated({ expected: 'string', actual: aud.type })
  }),
})
