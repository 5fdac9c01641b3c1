import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { txCodeAttemptsMax } from '../../../ground/time/lifetimes'
import { bare } from '../../../ground/values/bare-words'
import { quote, say } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenPreauthCodeValid = defineCheck<TokenReading>('vci.token.preauth_code_valid', {
  title: 'Pre-authorized code is from this issuer and still valid',
  problem: 'The pre-authorized code is not a valid code of this issuer',
  clauses: ['OID4VCI-1FINAL-6.3', 'OID4VCI-1FINAL-4.1.1'],
  level: 'must',
  rejects: 'invalid_grant',
  refusal:
    'Send the pre-authorized_code of a current credential offer of this issuer; this one is unknown, has expired, or was used up by wrong transaction codes.',
  impossibleIn: ['authorization_code'],
  why: 'The code represents the consent given before the offer was made, and it is short-lived.',
  hint: 'Take pre-authorized_code unchanged from the offer and redeem it in time, at the token endpoint of the issuer that made the offer.',
  run: ({ grant, code, issuerId }) => {
    if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
    switch (code.state) {
      case 'absent':
        return violated({ expected: say`pre-authorized_code`, actual: bare.absent, error: 'invalid_request' })
      case 'unknown':
        return violated({
          expected: say`a code from an offer of this issuer`,
          actual: say`a code that was never issued`,
        })
      case 'other_issuer':
        return violated({ expected: quote(issuerId), actual: quote(code.value.issuerId) })
      case 'dead':
        // vci.token.tx_code_correct has blamed each of them.
        return violated({
          expected: say`a code that is still valid`,
          actual: say`used up by ${txCodeAttemptsMax} wrong transaction codes`,
          cause: say`The pre-authorized code was used up by ${txCodeAttemptsMax} wrong transaction codes`,
          hint: say`Start again with a new credential offer: no request can redeem this code.`,
          echo: true,
        })
      case 'expired':
        return violated({ expected: say`a code that is still valid`, actual: say`expired` })
      default:
        return pass()
    }
  },
})
