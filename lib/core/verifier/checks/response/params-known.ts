import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

/** Parameters of responses and errors; some have checks of their own for where they are misplaced. */
const known = [
  'vp_token',
  'id_token',
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'error_uri',
  'expires_in',
  'presentation_submission',
  'access_token',
  'token_type',
  'exp',
  'aud',
  'response',
]

export const responseParamsKnown = defineCheck<ResponseReading>('vp.response.params_known', {
  title: 'Response has only the parameters that OpenID4VP defines',
  problem: 'The response has parameters that OpenID4VP does not define',
  clauses: ['OID4VP-1FINAL-8.1'],
  level: 'info',
  counterpart: 'CheckForUnexpectedParametersInVpAuthorizationResponse',
  why: 'Verifiers ignore other parameters, and each may reveal something about the wallet.',
  hint: 'Send what the response type asks for and nothing else.',
  run: ({ parameters, transport }) => {
    const names = parameters.names.length === 0 ? transport.members : parameters.names
    if (names.length === 0) return notApplicable(say`The response has no parameters.`)
    const others = names.filter((name) => !known.includes(name))
    return others.length === 0
      ? pass(names.map(quote))
      : tolerated({ expected: known.map(quote), actual: others.slice(0, 20).map(shownName) })
  },
})
