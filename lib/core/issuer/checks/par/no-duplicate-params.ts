import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shownNames } from '../../../engine/judgements/shown'
import { formPairsMax } from '../../../ground/http/limits'
import { say } from '../../../ground/values/wording'
import { repeatedParameters } from '../../judgements/repeated-parameters'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parNoDuplicateParams = defineCheck<PushedRequestReading>('vci.par.no_duplicate_params', {
  title: 'Pushed request names each parameter once',
  problem: 'The pushed request repeats a parameter',
  clauses: ['RFC6749-3.1'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: 'Send each parameter of the pushed request once.',
  impossibleIn: ['pre_authorized_code'],
  why: 'Parsers disagree about which of two values counts, so one of them could slip past a check.',
  hint: 'Send every parameter of the pushed request exactly once.',
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
