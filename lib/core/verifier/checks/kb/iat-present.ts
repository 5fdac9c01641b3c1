import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbIatPresent = defineCheck<PresentedSubject>('vp.kb.iat_present', {
  title: 'Key Binding JWT says when it was made',
  problem: 'The Key Binding JWT has no numeric iat',
  clauses: ['RFC9901-4.3', 'RFC7519-2'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'key_binding.claims.iat' },
  why: 'The verifier uses iat to see that the proof is fresh.',
  hint: 'Set iat to the seconds since 1970, as a number.',
  run: onKbJwt(({ iat, jws }) => {
    if (jws.claims === null) return notApplicable(say`The payload cannot be read.`)
    if (iat.seconds === null) return violated({ expected: say`a number`, actual: word(iat.type) })
    return pass()
  }),
})
