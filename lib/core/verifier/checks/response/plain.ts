import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

export const responsePlain = defineCheck<ResponseReading>('vp.response.plain', {
  title: 'Response is sent in the clear, as the request asks',
  problem: 'The request asks for direct_post',
  clauses: ['OID4VP-1FINAL-8.2'],
  level: 'must',
  rejects: 'invalid_response_mode',
  refusal: (problem) => `${problem}: send the parameters in the form, not in a JWE.`,
  why: 'A verifier that asks for direct_post has no key to decrypt with.',
  hint: 'Send vp_token and state as parameters of the form.',
  run: ({ request, transport }) => {
    if (request.responseMode !== 'direct_post') return notApplicable(say`The request asks for direct_post.jwt.`)
    return transport.members.includes('response')
      ? violated({ expected: say`no response parameter`, actual: say`response` })
      : pass()
  },
})
