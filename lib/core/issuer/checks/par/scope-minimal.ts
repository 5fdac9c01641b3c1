import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parScopeMinimal = defineCheck<PushedRequestReading>('vci.par.scope_minimal', {
  title: 'Pushed request asks only for the offered scope',
  problem: 'The pushed request asks for more than the offered scope',
  clauses: ['OID4VCI-1FINAL-6.1', 'OID4VCI-1FINAL-15.2'],
  level: 'should',
  impossibleIn: ['pre_authorized_code'],
  why: 'Ask only for what is needed; openid is not a scope of this flow.',
  hint: 'Send only the scope of the offered credential configuration.',
  run: ({ scope }) => {
    if (scope.values === null || scope.granted === null) return notApplicable(say`No usable scope was sent.`)
    const more = scope.values.filter((value) => value !== scope.granted)
    return more.length === 0
      ? pass()
      : violated({ expected: quote(scope.granted), actual: more.slice(0, 10).map(shown) })
  },
})
