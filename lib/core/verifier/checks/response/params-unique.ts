import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseParamsUnique = defineCheck<ResponseReading>('vp.response.params_unique', {
  title: 'Response names each parameter once',
  problem: 'A parameter of the response was sent more than once',
  clauses: ['RFC6749-3.1'],
  level: 'must',
  rejects: 'invalid_request',
  why: 'Verifiers disagree on which of two values counts.',
  hint: 'Send each parameter once.',
  run: ({ transport: { members, duplicates } }) => {
    if (members.length === 0) return notApplicable(say`The response has no parameters.`)
    return duplicates.length === 0
      ? pass()
      : violated({ expected: say`each name once`, actual: duplicates.slice(0, 20).map(shownName) })
  },
})
