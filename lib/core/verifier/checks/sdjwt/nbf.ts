import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { distanceWords } from '../../../ground/time/duration-words'
import { say, word } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

const skewSeconds = 60

export const sdjwtNbf = defineCheck<PresentedSubject>('vp.sdjwt.nbf', {
  title: 'Credential is already valid',
  problem: 'The credential is not valid yet',
  clauses: ['SDJWTVC13-3.2.2.2', 'RFC7519-4.1.5'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ValidateCredentialJWTNbf',
  judges: { token: 'presented_credential', member: 'claims.nbf' },
  why: 'A verifier must refuse a credential before its nbf.',
  hint: 'Wait until nbf, or present another credential.',
  run: onSdJwt(({ nbf }) => {
    if (!nbf.present) return notApplicable(say`The credential has no nbf.`)
    if (nbf.seconds === null) return violated({ expected: say`a number`, actual: word(nbf.type) })
    return (nbf.fromNow ?? 0) > skewSeconds
      ? violated({
          expected: say`not in the future`,
          actual: say`${distanceWords(nbf.fromNow ?? 0)}`,
          cause: say`The nbf of the credential is ${distanceWords(nbf.fromNow ?? 0)}`,
        })
      : pass()
  }),
})
