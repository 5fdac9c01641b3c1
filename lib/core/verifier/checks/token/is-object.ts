import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { onToken } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'

const asText = 'The vp_token inside a JWE must be a JSON object, not a string that holds one.'

export const tokenIsObject = defineCheck<ResponseReading>('vp.token.is_object', {
  title: 'The vp_token is a JSON object',
  problem: 'The vp_token is not a JSON object with an array of presentations for each query id',
  clauses: ['OID4VP-1FINAL-8.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ExtractVP1FinalVpTokenDCQL',
  why: 'Its member names say which query each presentation answers.',
  hint: 'Send {"<query id>": ["<presentation>"]}, as JSON text in a form and as an object in a JWE.',
  run: onToken(({ type, encodedAsText, reason }) => {
    // An unreadable token may still be an object, so the finding names the reason, such as an exceeded limit.
    if (reason !== null) return violated({ expected: say`object`, actual: reason, refusal: reason.toString() })
    if (type !== 'object') return violated({ expected: say`object`, actual: word(type) })
    return encodedAsText
      ? violated({ expected: say`object`, actual: say`a string that holds JSON`, refusal: asText })
      : pass()
  }),
})
