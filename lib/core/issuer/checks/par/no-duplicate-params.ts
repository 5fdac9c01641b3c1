import { defineCheck } from '../../../engine/checks/check'
import { judgeRepeatedParameters } from '../../judgements/judge-repeated-parameters'
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
  run: ({ form }) => judgeRepeatedParameters(form.body),
})
