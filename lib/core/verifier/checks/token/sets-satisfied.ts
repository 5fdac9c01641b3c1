import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { listed, quote, say } from '../../../ground/values/wording'
import { onTokenMatch } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const tokenSetsSatisfied = defineCheck<ResponseReading>('vp.token.sets_satisfied', {
  title: 'Every required credential set is answered in full',
  problem: 'A required credential set is not answered in full',
  clauses: ['OID4VP-1FINAL-6.4.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  why: 'The verifier needs one complete option of each required set.',
  hint: 'Send all credentials of one option, or the error access_denied.',
  run: onTokenMatch((match) => {
    const required = match.sets?.filter((set) => set.required) ?? []
    if (required.length === 0) return notApplicable(say`The request has no required credential set.`)
    const open = required.filter(({ chosen }) => chosen === null)
    return open.length === 0
      ? pass()
      : violated({
          expected: open.map(({ options }) =>
            listed(
              options.map(({ ids }) => listed(ids.map(quote), ' + ')),
              ' or ',
            ),
          ),
          actual: open.map(({ options }) => {
            const delivered = [...new Set(options.flatMap((option) => option.delivered))]
            return delivered.length === 0 ? bare.none : listed(delivered.map(quote), ' + ')
          }),
        })
  }),
})
