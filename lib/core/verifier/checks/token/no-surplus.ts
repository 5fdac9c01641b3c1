import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onTokenMatch } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const tokenNoSurplus = defineCheck<ResponseReading>('vp.token.no_surplus', {
  title: 'Wallet presents no credential outside the options it chose',
  problem: 'The wallet presented a credential outside the options it chose',
  clauses: ['OID4VP-1FINAL-6.4.2', 'OID4VP-1FINAL-15.4'],
  level: 'should',
  why: 'A credential outside the chosen option reveals data needlessly.',
  hint: 'Send the credentials of one option of each set.',
  run: onTokenMatch((match) => {
    if (match.sets === null) return notApplicable(say`The request has no credential sets.`)
    if (!match.satisfied) return notApplicable(say`No option is complete; see vp.token.sets_satisfied.`)
    return match.surplus.length === 0
      ? pass()
      : violated({ expected: say`one option`, actual: match.surplus.map(quote) })
  }),
})
