import { defineCheck, notApplicable, pass } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onToken } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const tokenOptionChosen = defineCheck<ResponseReading>('vp.token.option_chosen', {
  title: 'Chosen option of each credential set was recorded',
  problem: 'The chosen option of a credential set is unknown',
  clauses: ['OID4VP-1FINAL-6.4.2', 'OID4VP-1FINAL-6.4.3'],
  level: 'info',
  why: 'The user may choose any option.',
  hint: 'Nothing to do: this is for information.',
  run: onToken((_vpToken, match) => {
    const open = match?.sets?.filter(({ options }) => options.length > 1) ?? []
    if (open.length === 0) return notApplicable(say`No credential set of the request offers a choice.`)
    return pass(
      open.map(({ index, chosen }) => say`set ${index}: ${chosen === null ? bare.none : say`option ${chosen}`}`),
    )
  }),
})
