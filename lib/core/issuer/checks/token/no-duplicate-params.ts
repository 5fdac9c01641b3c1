import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shownNames } from '../../../engine/judgements/shown'
import { formPairsMax } from '../../../ground/http/limits'
import { say } from '../../../ground/values/wording'
import { repeatedParameters } from '../../judgements/repeated-parameters'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenNoDuplicateParams = defineCheck<TokenReading>('vci.token.no_duplicate_params', {
  title: 'Token request names each parameter once',
  problem: 'The token request repeats a parameter',
  clauses: ['RFC6749-3.2'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: 'Send each token request parameter once.',
  why: 'Parsers disagree about which of two values counts, so one of them could slip past a check.',
  hint: 'Send every parameter of the token request exactly once.',
  run: ({ form }) => {
    if (form.body.tooMany) {
      return violated({
        expected: say`at most ${formPairsMax} parameters`,
        actual: say`more`,
        refusal: `The form holds more than ${formPairsMax} parameters.`,
      })
    }
    const repeated = repeatedParameters(form.body)
    return repeated.length === 0 ? pass() : violated({ expected: say`each name once`, actual: shownNames(repeated) })
  },
})
