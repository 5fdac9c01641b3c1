import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parResponseTypeCode = defineCheck<PushedRequestReading>('vci.par.response_type_code', {
  title: 'Pushed request asks for a code',
  problem: 'The pushed request does not ask for a code',
  clauses: ['RFC6749-4.1.1', 'FAPI2-SP-FINAL-5.3.2.2'],
  level: 'must',
  rejects: 'unsupported_response_type',
  refusal: 'Set response_type to code.',
  needs: ['vci.par.content_type'],
  impossibleIn: ['pre_authorized_code'],
  why: 'Other response types expose tokens to the browser.',
  hint: 'Set response_type to code.',
  run: ({ form }) => {
    const responseType = form.body.get('response_type')
    if (responseType === null) return violated({ expected: say`code`, actual: null, error: 'invalid_request' })
    return responseType === 'code' ? pass() : violated({ expected: say`code`, actual: shown(responseType) })
  },
})
