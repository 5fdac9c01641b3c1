import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

/** What a request through a browser asks for. OID4VP-1FINALA-A.2 */
const askedInBrowser = {
  cause: say`The request asks for dc_api`,
  refusal: 'The request asks for dc_api: return the parameters as members of data, not in a JWE.',
  hint: say`Return vp_token as a member of data.`,
}

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
    const inBrowser = request.binding !== undefined
    if (request.responseMode !== 'direct_post')
      return notApplicable(
        inBrowser ? say`The request asks for dc_api.jwt.` : say`The request asks for direct_post.jwt.`,
      )
    return transport.members.includes('response')
      ? violated({
          expected: say`no response parameter`,
          actual: say`response`,
          ...(inBrowser ? askedInBrowser : {}),
        })
      : pass()
  },
})
