import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const pkceChallengeFresh = defineCheck<PushedRequestReading>('vci.pkce.challenge_fresh', {
  title: 'PKCE challenge was never used before',
  problem: 'The PKCE challenge was used before',
  clauses: ['RFC7636-4.1', 'RFC9700-2.1.1'],
  level: 'must',
  impossibleIn: ['pre_authorized_code'],
  why: 'A reused verifier has already been sent in the clear once.',
  hint: 'Make a new verifier for every authorization request.',
  run: ({ pkce }) => {
    if (pkce.challenge === null) return notApplicable(say`No code_challenge was sent.`)
    return pkce.seen ? violated({ expected: say`a new challenge`, actual: bare.usedBefore }) : pass()
  },
})
