import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onAnswer } from '../../judgements/on-answer'
import type { ResponseReading } from '../../read/response/response-reading'

export const tokenPresent = defineCheck<ResponseReading>('vp.token.present', {
  title: 'Response holds a vp_token',
  problem: 'The response has no vp_token',
  clauses: ['OID4VP-1FINAL-5.6', 'OID4VP-1FINAL-8.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ExtractVP1FinalVpTokenDCQL',
  why: 'The vp_token holds the presentations.',
  hint: 'Send vp_token, or an error if you present nothing.',
  run: onAnswer((_parameters, { vpToken, request, kind }) => {
    if (request.responseType === 'code' || kind === 'code')
      return notApplicable(say`The presentation is in the Token Response; the code is not redeemed.`)
    return vpToken.present ? pass() : violated({ expected: say`vp_token`, actual: null })
  }),
})
