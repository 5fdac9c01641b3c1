import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const pkceCodeChallengeS256 = defineCheck<PushedRequestReading>('vci.pkce.code_challenge_s256', {
  title: 'PKCE challenge is made with S256',
  problem: 'The PKCE challenge is not made with S256',
  clauses: ['HAIP-4', 'RFC7636-4.3'],
  level: 'must',
  rejects: 'invalid_request',
  refusal: 'Set code_challenge_method to S256.',
  needs: ['vci.par.content_type'],
  impossibleIn: ['pre_authorized_code'],
  why: 'With plain the challenge is the verifier, so anyone who reads the request can redeem the code.',
  hint: 'Set code_challenge_method to S256, in capitals.',
  run: ({ pkce }) =>
    pkce.method === 'S256' ? pass(say`S256`) : violated({ expected: say`S256`, actual: shown(pkce.method) }),
})
