import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onToken } from '../../judgements/on-token'
import { requiresNothing } from '../../judgements/requires-nothing'
import type { ResponseReading } from '../../read/response/response-reading'

export const tokenNotEmpty = defineCheck<ResponseReading>('vp.token.not_empty', {
  title: 'The vp_token holds at least one entry',
  problem: 'The vp_token is empty',
  clauses: ['OID4VP-1FINAL-8.1', 'OID4VP-1FINAL-6.4.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: (problem) => `${problem}: send an error to present nothing.`,
  counterpart: 'ExtractVP1FinalVpTokenDCQL',
  why: 'An empty vp_token is not a way to decline.',
  hint: 'Send the error access_denied if you present nothing.',
  run: onToken(({ type, entries }, _match, reading) => {
    if (requiresNothing(reading)) return notApplicable(say`The request requires no credential.`)
    if (type !== 'object') return notApplicable(say`The vp_token is not an object.`)
    return entries.length > 0
      ? pass(say`${entries.length} entries`)
      : violated({ expected: say`an entry`, actual: bare.none })
  }),
})
