import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onJweHeader } from '../../judgements/on-jwe-header'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweCty = defineCheck<ResponseReading>('vp.jwe.cty', {
  title: 'The cty of the JWE is json',
  problem: 'The cty of the JWE is not json',
  clauses: ['RFC7516-4.1.12', 'OID4VP-1FINAL-8.3'],
  level: 'should',
  counterpart: 'ValidateJWEHeaderCtyJson',
  judges: { token: 'jwe', member: 'header.cty' },
  why: 'The payload is the JSON object with the parameters, not another token.',
  hint: 'Leave out cty, or set it to json.',
  run: onJweHeader(({ cty }) => {
    if (cty === undefined) return notApplicable(say`The header has no cty.`)
    return cty === 'json' || cty === 'application/json'
      ? pass(say`json`)
      : violated({ expected: say`json`, actual: shown(cty) })
  }),
})
