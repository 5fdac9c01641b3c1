import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { isUnreadable } from '../../judgements/is-unreadable'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseStatePresent = defineCheck<ResponseReading>('vp.response.state_present', {
  title: 'Response holds a state',
  problem: 'The response has no state',
  clauses: ['OID4VP-1FINAL-5.2', 'OID4VP-1FINAL-8.2', 'RFC6749-4.1.2'],
  level: 'must',
  rejects: 'state_mismatch',
  refusal: (problem) => `${problem}: with direct_post.jwt it belongs inside the JWE.`,
  why: 'The verifier uses state to match the response to its request.',
  hint: 'Copy state from the request object. With direct_post.jwt put it into the encrypted payload.',
  run: ({ state, kind, jwe }) => {
    if (state.expected === null) return notApplicable(say`The request has no state.`)
    if (kind === 'error') return notApplicable(say`The response is an error; see vp.error.state.`)
    if (kind === 'nothing') return notApplicable(say`The response holds no response parameters.`)
    if (isUnreadable(jwe)) return notApplicable(say`The response could not be decrypted.`)
    if (state.present) return pass()
    return violated({
      expected: say`state`,
      actual: null,
      ...(state.outer === 'absent' ? {} : { hint: say`It is beside the JWE: move it into the encrypted payload.` }),
    })
  },
})
