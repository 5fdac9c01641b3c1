import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { distanceWords } from '../../../ground/time/duration-words'
import { say, word } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

const skewSeconds = 60

export const sdjwtIat = defineCheck<PresentedSubject>('vp.sdjwt.iat', {
  title: 'Credential was issued in the past',
  problem: 'The iat of the credential is in the future or not a number',
  clauses: ['SDJWTVC13-3.2.2.2', 'RFC7519-4.1.6'],
  level: 'must',
  counterpart: 'ValidateCredentialJWTIat',
  judges: { token: 'presented_credential', member: 'claims.iat' },
  why: 'An iat in the future or in milliseconds is a mistake of the issuer.',
  hint: 'The issuer sets iat to the time of issuance, in seconds since 1970.',
  run: onSdJwt(({ iat }) => {
    if (!iat.present) return notApplicable(say`The credential has no iat.`)
    if (iat.seconds === null) return violated({ expected: say`a number`, actual: word(iat.type) })
    if (iat.looksLikeMilliseconds)
      return violated({
        expected: say`seconds`,
        actual: say`milliseconds`,
        cause: say`The iat of the credential is in milliseconds`,
      })
    if ((iat.fromNow ?? 0) > skewSeconds)
      return violated({
        expected: say`in the past`,
        actual: say`${distanceWords(iat.fromNow ?? 0)}`,
        cause: say`The iat of the credential is ${distanceWords(iat.fromNow ?? 0)}`,
      })
    return pass()
  }),
})
