import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onError } from '../../judgements/on-error'
import type { ResponseReading } from '../../read/response/response-reading'

export const errorExclusive = defineCheck<ResponseReading>('vp.error.exclusive', {
  title: 'Error response holds no presentation',
  problem: 'The response holds an error and a presentation',
  clauses: ['OID4VP-1FINAL-6.4.2', 'OID4VP-1FINAL-8.5'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: (problem) => `${problem}: send only one of them.`,
  counterpart: 'EnsureNoVpTokenInAuthorizationEndpointResponse',
  why: 'A response is either a presentation or an error.',
  hint: 'Leave vp_token, id_token and code out of an error response.',
  run: onError(({ beside }) =>
    beside.length === 0 ? pass() : violated({ expected: say`error alone`, actual: beside.map(quote) }),
  ),
})
