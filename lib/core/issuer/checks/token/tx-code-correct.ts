import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { txCodeAttemptsMax } from '../../../ground/time/lifetimes'
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
    if (txCode.correct) return pass()
    const attempt = txCode.wrongBefore + 1
    const left = Math.max(0, txCodeAttemptsMax - attempt)
    const which = say`The tx_code is wrong: attempt ${attempt} of ${txCodeAttemptsMax}`
    return violated({
      expected: say`the code that the user was given`,
      actual: { attempt, attempts_max: txCodeAttemptsMax, attempts_left: left },
      cause: left === 0 ? say`${which}, which uses up the pre-authorized code` : say`${which}, ${left} left`,
      ...(left === 0 ? { hint: say`Start again with a new credential offer, and let the user check the code.` } : {}),
    })
  },
})
