import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { lostResponse } from '../../judgements/lost-response'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenCodeOnce = defineCheck<TokenReading>('vci.token.code_once', {
  title: 'Authorization code is redeemed once',
  problem: 'This code was redeemed before',
  clauses: ['RFC6749-4.1.2'],
  level: 'must',
  rejects: 'invalid_grant',
  refusal: (problem) => `${problem}; its tokens are revoked, start again.`,
  needs: ['vci.token.code_valid'],
  impossibleIn: ['pre_authorized_code'],
  why: 'A code that works twice also works for a thief; if it is used again, its tokens are revoked.',
  hint: 'Redeem a code exactly once, and keep the access token instead of requesting another.',
  run: ({ grant, code }) => {
    if (grant !== 'authorization_code') return notApplicable(say`The request uses another grant.`)
    if (code.state !== 'used') return pass()
    const mismatch = { expected: say`first use`, actual: bare.usedBefore }
    return code.tokenLost ? violated({ ...mismatch, cause: lostResponse, echo: true }) : violated(mismatch)
  },
})
