import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onError } from '../../judgements/on-error'
import type { ResponseReading } from '../../read/response/response-reading'

export const errorRepeat = defineCheck<ResponseReading>('vp.error.repeat', {
  title: 'Wallet sends no second, different error',
  problem: 'The wallet sent a second, different error',
  clauses: ['OID4VP-1FINAL-8.5'],
  level: 'info',
  why: 'Two different errors make it unclear what happened.',
  hint: 'Send one error per request.',
  run: onError(({ code, earlier }) => {
    if (earlier.length === 0) return notApplicable(say`This is the first error of the session.`)
    const others = earlier.filter(({ error }) => error !== code)
    return others.length === 0
      ? pass()
      : violated({ expected: say`one error`, actual: say`${earlier.length + 1} errors` })
  }),
})
