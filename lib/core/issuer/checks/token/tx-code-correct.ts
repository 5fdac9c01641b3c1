import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenTxCodeCorrect = defineCheck<TokenReading>('vci.token.tx_code_correct', {
  title: 'Transaction code is correct',
  problem: 'The tx_code is wrong',
  clauses: ['OID4VCI-1FINAL-6.3'],
  level: 'must',
  rejects: 'invalid_grant',
  impossibleIn: ['authorization_code', 'no_tx_code'],
  why: 'A wrong code suggests guessing; after five wrong codes the offer is invalid.',
  hint: 'Send the code as the user typed it, without spaces.',
  run: ({ grant, txCode, code }) => {
    if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
    if (txCode.offered === null) return notApplicable(say`The offer does not ask for a transaction code.`)
    if (txCode.correct === null || code.state !== 'alive')
      return notApplicable(say`There is no code to compare, or no valid offer.`)
    return txCode.correct
      ? pass()
      : violated({
          expected: say`the code that the user was given`,
          actual: { wrong_attempts: txCode.wrongBefore + 1 },
        })
  },
})
