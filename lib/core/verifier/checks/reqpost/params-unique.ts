import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onPost } from '../../judgements/on-post'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostParamsUnique = defineCheck<RequestFetchReading>('vp.reqpost.params_unique', {
  title: 'Fetch by POST names each parameter once',
  problem: 'The fetch by POST repeats a parameter',
  clauses: ['RFC6749-3.1'],
  level: 'must',
  why: 'Verifiers disagree on which of two values counts.',
  hint: 'Send each parameter once.',
  run: onPost(({ members, duplicates }) => {
    if (members.length === 0) return notApplicable(say`The POST has no parameters.`)
    return duplicates.length === 0
      ? pass()
      : violated({ expected: say`each name once`, actual: duplicates.map(shownName) })
  }),
})
