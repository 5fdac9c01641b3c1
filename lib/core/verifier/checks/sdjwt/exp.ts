import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { distanceWords, durationWords } from '../../../ground/time/duration-words'
import { say, word } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

const skewSeconds = 60

export const sdjwtExp = defineCheck<PresentedSubject>('vp.sdjwt.exp', {
  title: 'Credential has not expired',
  problem: 'The credential has expired',
  clauses: ['SDJWTVC13-3.2.2.2', 'RFC7519-4.1.4'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ValidateCredentialJWTExp',
  judges: { token: 'presented_credential', member: 'claims.exp' },
  why: 'Verifiers must refuse an expired credential, so a wallet should not present it.',
  hint: 'Present a valid credential, and renew it before it expires.',
  run: onSdJwt(({ exp }) => {
    if (!exp.present) return notApplicable(say`The credential has no exp.`)
    if (exp.seconds === null) return violated({ expected: say`a number`, actual: word(exp.type) })
    return (exp.fromNow ?? 0) <= -skewSeconds
      ? violated({
          expected: say`in the future`,
          actual: say`${distanceWords(exp.fromNow ?? 0)}`,
          cause: say`The credential expired ${durationWords(exp.fromNow ?? 0)} ago`,
        })
      : pass()
  }),
})
