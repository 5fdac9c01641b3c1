import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onToken } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const tokenUniqueKeys = defineCheck<ResponseReading>('vp.token.unique_keys', {
  title: 'The vp_token names each query once',
  problem: 'The vp_token names a query more than once',
  clauses: ['RFC8259-4', 'RFC7519-4'],
  level: 'must',
  why: 'Libraries disagree on which of two entries counts.',
  hint: 'Put all presentations for a query into one array.',
  run: onToken(({ type, duplicateNames }) => {
    if (type !== 'object') return notApplicable(say`The vp_token is not an object.`)
    return duplicateNames.length === 0
      ? pass()
      : violated({ expected: say`each name once`, actual: duplicateNames.slice(0, 20).map(shownName) })
  }),
})
