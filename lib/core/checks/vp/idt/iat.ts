import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, pass, violated } from '../../check'
import { onIdTokenClaims } from '../../judgements/presentation/on-id-token'

/** Our interpretation of "too far away from the current time". */
const secondsMax = 600

export const vpIdtIat = defineCheck<ResponseReading>('vp.idt.iat', {
  title: 'ID Token was issued just now',
  clauses: ['SIOP2-11.1', 'RFC7519-4.1.6'],
  level: 'should',
  why: 'A token made long before the answer may have been made for something else.',
  hint: 'Make the ID Token when you answer, and set iat to that time in seconds.',
  run: onIdTokenClaims(({ iat: { fromNow, type } }) => {
    if (fromNow === null) return violated({ expected: 'a number of seconds', actual: type })
    return Math.abs(fromNow) <= secondsMax
      ? pass()
      : violated({ expected: `within ${secondsMax} s`, actual: `${Math.round(fromNow)} s` })
  }),
})
