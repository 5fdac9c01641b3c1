import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { isCode } from '../../read/response/is-code'
import type { ResponseReading } from '../../read/response/response-reading'

export const vpCodeCaptured = defineCheck<ResponseReading>('vp.code.captured', {
  title: 'Response to a request for a code contains a code and no presentation',
  problem: 'The response to a request for a code lacks a code or holds a presentation',
  clauses: ['OID4VP-1FINAL-8', 'RFC6749-4.1.2'],
  level: 'info',
  why: 'With response type code the vp_token is in the token response.',
  hint: 'Send code and state, and no vp_token.',
  run: ({ kind, parameters, request }) => {
    if (request.responseType !== 'code') return notApplicable('The request does not ask for a code.')
    if (kind === 'error' || kind === 'nothing') return notApplicable('The answer holds no code.')
    if (!isCode(parameters.code)) return violated({ expected: 'code', actual: null })
    return parameters.vpToken === undefined
      ? pass('captured, not redeemed')
      : violated({ expected: 'code alone', actual: ['code', 'vp_token'] })
  },
})
