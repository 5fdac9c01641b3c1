import { defineCheck } from '../../../engine/checks/check'
import { judgeRepeatedParameters } from '../../judgements/judge-repeated-parameters'
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
  run: ({ form }) => judgeRepeatedParameters(form.body),
})
