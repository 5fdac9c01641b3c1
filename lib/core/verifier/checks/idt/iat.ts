import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { distanceWords } from '../../../ground/time/duration-words'
import { say, word } from '../../../ground/values/wording'
import { onIdTokenClaims } from '../../judgements/on-id-token'
import type { ResponseReading } from '../../read/response/response-reading'

/** Our reading of "too far away from the current time". */
const secondsMax = 600

export const idtIat = defineCheck<ResponseReading>('vp.idt.iat', {
  title: 'ID Token was issued just now',
  problem: 'The ID Token was not issued just now',
  clauses: ['SIOP2-11.1', 'RFC7519-4.1.6'],
  level: 'should',
  judges: { token: 'id_token', member: 'claims.iat' },
  why: 'A token made long before the response may have been made for something else.',
  hint: 'Make the ID Token when you respond, and set iat to that time in seconds.',
  run: onIdTokenClaims(({ iat: { fromNow, type } }) => {
    if (fromNow === null) return violated({ expected: say`a number of seconds`, actual: word(type) })
    return Math.abs(fromNow) <= secondsMax
      ? pass()
      : violated({
          expected: say`within ${secondsMax} s`,
          actual: say`${distanceWords(fromNow)}`,
          cause: say`The iat of the ID Token is ${distanceWords(fromNow)}`,
        })
  }),
})
