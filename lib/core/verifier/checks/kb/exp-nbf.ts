import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { distanceWords, durationWords } from '../../../ground/time/duration-words'
import { say, word } from '../../../ground/values/wording'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbExpNbf = defineCheck<PresentedSubject>('vp.kb.exp_nbf', {
  title: 'Key Binding JWT is valid now',
  problem: 'The Key Binding JWT has expired or is not yet valid',
  clauses: ['RFC9901-7.3', 'RFC7519-4.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'key_binding.claims.exp' },
  why: 'A proof is only valid within its own time limits.',
  hint: 'Leave out exp and nbf, or choose a period that includes now.',
  run: onKbJwt(({ exp, nbf }) => {
    if (!exp.present && !nbf.present) return notApplicable(say`There is neither exp nor nbf.`)
    if (exp.present && exp.seconds === null) return violated({ expected: say`exp, a number`, actual: word(exp.type) })
    if (nbf.present && nbf.seconds === null) return violated({ expected: say`nbf, a number`, actual: word(nbf.type) })
    if (exp.past)
      return violated({
        expected: say`exp in the future`,
        actual: say`${distanceWords(exp.fromNow ?? 0)}`,
        cause: say`The Key Binding JWT expired ${durationWords(exp.fromNow ?? 0)} ago`,
      })
    return nbf.inFuture
      ? violated({
          expected: say`nbf in the past`,
          actual: say`${distanceWords(nbf.fromNow ?? 0)}`,
          cause: say`The nbf of the Key Binding JWT is ${distanceWords(nbf.fromNow ?? 0)}`,
        })
      : pass()
  }),
})
