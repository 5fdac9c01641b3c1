import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbNonceString = defineCheck<PresentedSubject>('vp.kb.nonce_string', {
  title: 'Key Binding JWT carries its nonce as a string',
  problem: 'The nonce of the Key Binding JWT is not a string',
  clauses: ['RFC9901-4.3'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'key_binding.claims.nonce' },
  why: 'Numbers may lose digits in transit.',
  hint: 'Set nonce to a string.',
  run: onKbJwt(({ nonce }) => {
    if (nonce.type === 'absent') return notApplicable(say`There is no nonce; see vp.kb.nonce.`)
    return nonce.type === 'string' ? pass() : violated({ expected: say`string`, actual: bare.somethingElse })
  }),
})
