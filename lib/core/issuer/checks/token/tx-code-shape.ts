import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenTxCodeShape = defineCheck<TokenReading>('vci.token.tx_code_shape', {
  title: 'Transaction code has the shape that the offer describes',
  problem: 'The transaction code does not have the shape that the offer describes',
  clauses: ['OID4VCI-1FINAL-4.1.1'],
  level: 'should',
  impossibleIn: ['authorization_code', 'no_tx_code'],
  why: 'The wallet can catch a typing mistake before the server counts it.',
  hint: 'Check length and input_mode of the tx_code object when the user types.',
  run: ({ grant, txCode }) => {
    if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
    if (txCode.offered === null) return notApplicable(say`The offer does not ask for a transaction code.`)
    if (txCode.fits === null) return notApplicable(say`No transaction code was sent.`)
    const { input_mode: mode = 'numeric', length = null } = txCode.offered
    return txCode.fits
      ? pass()
      : violated({ expected: { input_mode: word(mode), length }, actual: { length: txCode.length } })
  },
})
