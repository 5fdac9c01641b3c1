import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbIatAfterRequest = defineCheck<PresentedSubject>('vp.kb.iat_after_request', {
  title: 'Key Binding JWT was made after the request',
  problem: 'The Key Binding JWT was made before the request',
  clauses: ['RFC9901-7.3'],
  level: 'should',
  judges: { token: 'presented_credential', member: 'key_binding.claims.iat' },
  why: 'A proof made before the request cannot belong to it.',
  hint: 'Create the Key Binding JWT when you respond, not in advance.',
  run: onKbJwt(({ iat: { beforeFirstDelivery, window } }) => {
    // One cause is blamed once.
    if (window === 'too_old') return notObserved(say`The iat is refused as too old; see vp.kb.iat_window.`)
    if (beforeFirstDelivery === null) return notApplicable(say`The time of the fetch or of the proof is unknown.`)
    return beforeFirstDelivery ? violated({ expected: say`after the first fetch`, actual: bare.beforeIt }) : pass()
  }),
})
