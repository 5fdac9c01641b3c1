import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const requestNoPii = defineCheck<RequestFetchReading>('vp.request.no_pii', {
  title: 'Request fetch reveals nothing about the user',
  problem: 'The request fetch reveals something about the user',
  clauses: ['OID4VP-1FINAL-15.8'],
  level: 'must',
  why: 'The verifier must learn nothing about the user before the user consents.',
  hint: 'Remove e-mail addresses, DIDs, tokens and holder keys from headers, query and body.',
  run: ({ privacy }) =>
    privacy.personal.length === 0
      ? pass()
      : violated({
          expected: say`nothing personal`,
          actual: privacy.personal.map(({ place, kind }) => say`${kind} in ${place}`),
        }),
})
