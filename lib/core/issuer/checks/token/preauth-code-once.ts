import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { lostResponse } from '../../judgements/lost-response'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenPreauthCodeOnce = defineCheck<TokenReading>('vci.token.preauth_code_once', {
  title: 'Pre-authorized code is redeemed once',
  problem: 'This pre-authorized_code was redeemed before',
  clauses: ['OID4VCI-1FINAL-4.1.1', 'RFC6749-4.1.2'],
  level: 'must',
  rejects: 'invalid_grant',
  refusal: (problem) => `${problem}; ask for a new credential offer.`,
  needs: ['vci.token.preauth_code_valid'],
  impossibleIn: ['authorization_code'],
  why: 'A code that works twice also works for a thief; if it is used again, its tokens are revoked.',
  hint: 'Redeem a pre-authorized code exactly once, and keep the access token instead of requesting another.',
  run: ({ grant, code }) => {
    if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
    if (code.state !== 'used') return pass()
    const mismatch = { expected: say`first use`, actual: bare.usedBefore }
    return code.tokenLost ? violated({ ...mismatch, cause: lostResponse, echo: true }) : violated(mismatch)
  },
})
