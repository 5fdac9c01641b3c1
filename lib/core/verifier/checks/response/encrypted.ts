import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { lacksKey } from '../../deviations/lacks-key'
import type { ResponseReading } from '../../read/response/response-reading'

/** What a request through a browser asks for. OID4VP-1FINALA-A.2 */
const askedInBrowser = {
  cause: say`The request asks for dc_api.jwt`,
  refusal: 'The request asks for dc_api.jwt: encrypt the response and return it as the member response of data.',
  hint: say`Encrypt the parameters to a key in client_metadata.jwks and return the JWE as data.response.`,
}

export const responseEncrypted = defineCheck<ResponseReading>('vp.response.encrypted', {
  title: 'Response is encrypted, as the request demands',
  problem: 'The request asks for direct_post.jwt',
  clauses: ['OID4VP-1FINAL-8.3.1', 'HAIP-5.1'],
  level: 'must',
  rejects: 'invalid_response_mode',
  refusal: (problem) => `${problem}: encrypt the response and send it in the parameter response.`,
  why: 'Encryption hides the response from everyone between wallet and verifier.',
  hint: 'Encrypt the parameters to a key in client_metadata.jwks and send the JWE as response.',
  run: ({ request, jwe, kind, session }) => {
    const inBrowser = request.binding !== undefined
    if (request.responseMode !== 'direct_post.jwt')
      return notApplicable(inBrowser ? say`The request asks for dc_api.` : say`The request asks for direct_post.`)
    if (jwe !== null) return pass()
    if (kind === 'error') return notApplicable(say`The response is an error, which may be sent in the clear.`)
    if (kind === 'nothing') return notApplicable(say`The response holds no response parameters.`)
    if (lacksKey(session)) return notApplicable(say`The request has no key to encrypt a response to.`)
    return violated({
      expected: say`response`,
      actual: say`parameters in the clear`,
      ...(inBrowser ? askedInBrowser : {}),
    })
  },
})
