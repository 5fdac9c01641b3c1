import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shownNames } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parParamsInBody = defineCheck<PushedRequestReading>('vci.par.params_in_body', {
  title: 'Pushed request keeps its parameters out of the URL',
  problem: 'The pushed request has parameters in the URL',
  clauses: ['RFC9126-2.1'],
  level: 'must',
  impossibleIn: ['pre_authorized_code'],
  why: 'URLs end up in logs at every hop, and the purpose of pushed requests is to keep parameters out of them.',
  hint: 'Move every parameter from the query of the PAR endpoint URL into the form body.',
  run: ({ form }) =>
    form.query.pairs.length === 0
      ? pass()
      : violated({ expected: say`no query`, actual: shownNames(form.query.pairs.map(([name]) => name)) }),
})
