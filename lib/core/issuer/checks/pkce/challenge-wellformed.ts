import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const pkceChallengeWellformed = defineCheck<PushedRequestReading>('vci.pkce.challenge_wellformed', {
  title: 'PKCE challenge has the form of a SHA-256 hash',
  problem: { subject: 'The code_challenge', must: 'be 43 base64url characters without padding' },
  clauses: ['RFC7636-4.2'],
  level: 'must',
  rejects: 'invalid_request',
  impossibleIn: ['pre_authorized_code'],
  why: 'A challenge in any other form cannot match a verifier.',
  hint: 'Encode the 32 bytes of the hash as base64url without padding: 43 characters.',
  run: ({ pkce }) => {
    if (pkce.challenge === null) return notApplicable(say`No code_challenge was sent.`)
    return /^[A-Za-z0-9_-]{43}$/.test(pkce.challenge)
      ? pass()
      : violated({ expected: say`43 characters of base64url`, actual: say`${pkce.challenge.length} characters` })
  },
})
