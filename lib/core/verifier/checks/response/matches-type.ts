import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { isUnreadable } from '../../judgements/is-unreadable'
import { isCode } from '../../read/response/is-code'
import type { ResponseReading } from '../../read/response/response-reading'

const absent = 'The response lacks a parameter that the response type of the request asks for.'
/** With a code, the VP Token comes in the Token Response. OID4VP-1FINAL-8 */
const notAlone = 'The response type is code: send only the code: the vp_token belongs in the token response.'

export const responseMatchesType = defineCheck<ResponseReading>('vp.response.matches_type', {
  title: 'Response holds the parameters of its response type',
  problem: 'The response holds neither a presentation nor an error',
  clauses: ['OID4VP-1FINAL-5.6', 'OID4VP-1FINAL-8'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: (problem) => `${problem}: send vp_token or error.`,
  why: 'The response type says which parameters the verifier expects.',
  hint: 'Send vp_token for vp_token, vp_token and id_token for "vp_token id_token", code for code, or an error.',
  run: ({ kind, parameters, request, jwe, annexC }) => {
    if (kind === 'error') return notApplicable(say`The response is an error.`)
    if (isUnreadable(jwe, annexC)) return notApplicable(say`The response could not be decrypted.`)
    const { vpToken, idToken, code } = parameters
    const redeemable = isCode(code) ? code : undefined
    const sent = Object.entries({ vp_token: vpToken, id_token: idToken, code: redeemable }).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    )
    const expected = request.responseType.split(' ')
    const missing = expected.filter((name) => !sent.includes(name))
    if (missing.length === 0 && expected.includes('code') && sent.length > 1)
      return violated({ expected: expected.map(quote), actual: sent.map(quote), refusal: notAlone })
    if (missing.length === 0) return pass(sent.map(quote))
    if (sent.length === 0) return violated({ expected: expected.map(quote), actual: say`none of them` })
    return violated({ expected: expected.map(quote), actual: sent.map(quote), refusal: absent })
  },
})
