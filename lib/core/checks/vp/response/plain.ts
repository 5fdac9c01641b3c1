import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'

export const vpResponsePlain = defineCheck<ResponseReading>('vp.response.plain', {
  title: 'Answer is not encrypted, as the request asks',
  clauses: ['OID4VP-1FINAL-8.2'],
  level: 'must',
  rejects: 'invalid_response_mode',
  refusal: 'The request asks for direct_post: send the parameters as they are, not in a JWE.',
  why: 'A verifier that asked for a plain answer has no key to open an encrypted one.',
  hint: 'Send vp_token and state as parameters of the form.',
  run: ({ request, transport }) => {
    if (request.responseMode !== 'direct_post') return notApplicable('The request asks for direct_post.jwt.')
    return transport.members.includes('response')
      ? violated({ expected: 'no response parameter', actual: 'response' })
      : pass()
  },
})
