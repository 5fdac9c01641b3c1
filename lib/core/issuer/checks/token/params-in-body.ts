import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shownNames } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenParamsInBody = defineCheck<TokenReading>('vci.token.params_in_body', {
  title: 'Token request keeps its parameters out of the URL',
  problem: 'The token request has parameters in the URL',
  clauses: ['RFC6749-3.2', 'RFC6749-4.1.3'],
  level: 'must',
  why: 'A URL ends up in the logs of every hop, so a code in it is given away.',
  hint: 'Move every parameter from the query of the token endpoint URL into the form body.',
  run: ({ form }) =>
    form.query.pairs.length === 0
      ? pass()
      : violated({ expected: say`no query`, actual: shownNames(form.query.pairs.map(([name]) => name)) }),
})
