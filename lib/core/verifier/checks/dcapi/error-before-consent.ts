import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onBrowser } from '../../judgements/on-browser'
import type { ResponseReading } from '../../read/response/response-reading'

/** No person reads a screen and acts in less; the bound is ours. */
const personMillis = 1000

export const dcapiErrorBeforeConsent = defineCheck<ResponseReading>('vp.dcapi.error_before_consent', {
  title: 'Wallet returns an error only after a person could act',
  problem: 'The wallet returned an error before a person could act',
  clauses: ['OID4VP-1FINAL-15.9.2', 'OID4VP-1FINALA-A.4'],
  level: 'should',
  why: 'An error that comes at once tells any page what the user holds.',
  hint: 'Ask the user before you return an error: this one came less than a second after the call.',
  run: onBrowser(({ elapsedMillis }, { kind }) => {
    if (kind !== 'error') return notApplicable(say`The response is no error.`)
    if (elapsedMillis === null) return notObserved(say`The page did not say how long the call took.`)
    return elapsedMillis >= personMillis
      ? pass(say`after ${elapsedMillis} ms`)
      : violated({ expected: say`after ${personMillis} ms or more`, actual: say`after ${elapsedMillis} ms` })
  }),
})
