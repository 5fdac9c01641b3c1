import type { TokenReading } from '../../../oid4vci/token/token-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'

export const tokenTxCodeCorrect = defineCheck<TokenReading>('vci.token.tx_code_correct', {
  title: 'Transaction code is the right one',
  clauses: ['OID4VCI-1FINAL-6.3'],
  level: 'must',
  rejects: 'invalid_grant',
  refusal: 'The tx_code is wrong.',
  impossibleIn: ['authorization_code', 'no_tx_code'],
  why: 'A wrong code shows that somebody guesses; after five of them the offer is dead.',
  hint: 'Send the code as the user typed it, without spaces.',
  run: ({ grant, txCode, code }) => {
    if (grant !== 'pre_authorized_code') return notApplicable('The request uses another grant.')
    if (txCode.offered === null) return notApplicable('The offer asks for no transaction code.')
    if (txCode.correct === null || code.state !== 'alive')
      return notApplicable('There is no code to compare, or no live offer.')
    return txCode.correct
      ? pass()
      : violated({ expected: 'the code that the user was given', actual: { wrong_attempts: txCode.wrongBefore + 1 } })
  },
})
