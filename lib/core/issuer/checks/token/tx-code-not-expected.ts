import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenTxCodeNotExpected = defineCheck<TokenReading>('vci.token.tx_code_not_expected', {
  title: 'Wallet sends no transaction code unless the offer asks for one',
  problem: 'The wallet sent a transaction code although the offer asks for none',
  clauses: ['OID4VCI-1FINAL-6.3'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: 'Leave tx_code out: the credential offer has no tx_code object.',
  impossibleIn: ['authorization_code', 'tx_code'],
  why: 'An unsolicited transaction code means that the user was misled into typing one.',
  hint: 'Ask for and send a transaction code only when the grant object of the offer holds tx_code.',
  run: ({ grant, form, txCode }) => {
    if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
    if (txCode.offered !== null) return notApplicable(say`The offer asks for a transaction code.`)
    // A parameter without a value counts as omitted: RFC 6749 section 3.2.
    return form.body.get('tx_code') !== null ? violated({ expected: say`no tx_code`, actual: bare.txCodeSent }) : pass()
  },
})
