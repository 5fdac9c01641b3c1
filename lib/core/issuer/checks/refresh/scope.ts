import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onRefresh } from '../../judgements/on-refresh'
import type { TokenReading } from '../../read/token/token-reading'

export const refreshScope = defineCheck<TokenReading>('vci.refresh.scope', {
  title: 'A refresh asks for no scope that was not granted',
  problem: 'The refresh asks for a scope that was not granted',
  clauses: ['RFC6749-6'],
  level: 'must',
  rejects: 'invalid_scope',
  refusal: 'Leave scope out, or ask for no more than was granted first.',
  impossibleIn: ['no_refresh'],
  why: 'A refresh happens without the user, who has agreed to what was granted and to nothing else.',
  hint: 'Leave scope out of a refresh: the new token then has the scope of the first one.',
  run: onRefresh(({ scope: granted }, { scope }) => {
    if (scope === null) return notApplicable(say`The request names no scope.`)
    const more = scope.split(' ').filter((one) => one !== '' && !granted.split(' ').includes(one))
    return more.length === 0 ? pass() : violated({ expected: shown(granted), actual: shown(scope) })
  }),
})
