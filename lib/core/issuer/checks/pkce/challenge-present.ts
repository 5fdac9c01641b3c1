import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const pkceChallengePresent = defineCheck<PushedRequestReading>('vci.pkce.challenge_present', {
  title: 'Pushed request carries a PKCE challenge',
  problem: 'The code_challenge is missing',
  clauses: ['HAIP-4', 'RFC7636-4.3'],
  level: 'must',
  rejects: 'invalid_request',
  needs: ['vci.par.content_type'],
  impossibleIn: ['pre_authorized_code'],
  why: 'Only the client that holds the verifier can redeem the code.',
  hint: 'Send code_challenge, the base64url SHA-256 of a fresh verifier.',
  run: ({ pkce }) => (pkce.challenge === null ? violated({ expected: say`code_challenge`, actual: null }) : pass()),
})
