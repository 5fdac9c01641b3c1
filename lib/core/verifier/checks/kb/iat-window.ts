import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { distanceWords } from '../../../ground/time/duration-words'
import { say } from '../../../ground/values/wording'
import { explained } from '../../judgements/hint-words'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

const inMilliseconds = 'The iat of the Key Binding JWT is in milliseconds: NumericDate counts seconds.'

export const kbIatWindow = defineCheck<PresentedSubject>('vp.kb.iat_window', {
  title: 'Key Binding JWT was made just now',
  problem: 'The iat of the Key Binding JWT is too old or in the future',
  clauses: ['RFC9901-7.3', 'RFC7519-2'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'CheckIatInBindingJwt',
  judges: { token: 'presented_credential', member: 'key_binding.claims.iat' },
  why: 'An old proof may be a replay.',
  hint: 'Set iat to the current time when the user consents, and check the clock of the device.',
  run: onKbJwt(({ iat }, { hints }) => {
    if (iat.window === null) return notApplicable(say`There is no numeric iat.`)
    if (iat.window === 'inside') return pass(say`${Math.round(iat.fromNow ?? 0)} s`)
    return violated({
      expected: say`300 s in the past to 60 s in the future`,
      actual: iat.looksLikeMilliseconds ? say`milliseconds` : say`${distanceWords(iat.fromNow ?? 0)}`,
      ...(iat.looksLikeMilliseconds ? { refusal: inMilliseconds } : {}),
      ...explained(hints, 'vp.kb.iat_window'),
    })
  }),
})
