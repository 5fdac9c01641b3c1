import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parStatePresent = defineCheck<PushedRequestReading>('vci.par.state_present', {
  title: 'Pushed request carries a state',
  problem: 'The pushed request has no state',
  clauses: ['RFC6749-4.1.1', 'RFC6749-10.12', 'RFC9700-2.1'],
  level: 'should',
  needs: ['vci.par.content_type'],
  impossibleIn: ['pre_authorized_code'],
  why: 'With it the wallet recognises the response to its own request; PKCE helps, but only later.',
  hint: 'Send a fresh random state and compare it when the browser returns.',
  run: ({ state }) => (state.value === null ? violated({ expected: say`state`, actual: null }) : pass()),
})
