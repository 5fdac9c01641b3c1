import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenTxCodeSent = defineCheck<TokenReading>('vci.token.tx_code_sent', {
  title: 'Wallet sends the transaction code that the offer asks for',
  problem: 'The tx_code is missing',
  clauses: ['OID4VCI-1FINAL-4.1.1', 'OID4VCI-1FINAL-6.1', 'OID4VCI-1FINAL-6.3'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: (problem) => `${problem}: the credential offer asks for one.`,
  impossibleIn: ['authorization_code', 'no_tx_code'],
  why: 'The code reached the user through another channel, so it shows that the right user has the wallet.',
  hint: 'Ask the user for the code when the offer holds a tx_code object, and send it as tx_code.',
  run: ({ grant, txCode, form }) => {
    if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
    if (txCode.offered === null) return notApplicable(say`The offer does not ask for a transaction code.`)
    return form.body.get('tx_code') === null ? violated({ expected: say`tx_code`, actual: null }) : pass()
  },
})
