import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { distanceWords, durationWords } from '../../../ground/time/duration-words'
import { say, word } from '../../../ground/values/wording'
import { onIdTokenClaims } from '../../judgements/on-id-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const idtExp = defineCheck<ResponseReading>('vp.idt.exp', {
  title: 'ID Token has not expired',
  problem: 'The id_token has no exp, or has expired',
  clauses: ['SIOP2-11.1', 'RFC7519-4.1.4'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'id_token', member: 'claims.exp' },
  why: 'An old token may have been stolen.',
  hint: 'Set exp to a time in the near future, in seconds.',
  run: onIdTokenClaims(({ exp }) => {
    if (exp.seconds === null) return violated({ expected: say`a number of seconds`, actual: word(exp.type) })
    if (exp.past)
      return violated({
        expected: say`a time in the future`,
        actual: say`${distanceWords(exp.fromNow ?? 0)}`,
        cause: say`The ID Token expired ${durationWords(exp.fromNow ?? 0)} ago`,
      })
    return exp.looksLikeMilliseconds
      ? violated({
          expected: say`seconds`,
          actual: say`milliseconds`,
          cause: say`The exp of the ID Token is in milliseconds`,
        })
      : pass()
  }),
})
