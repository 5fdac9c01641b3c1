import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onAuthorization } from '../../judgements/on-authorization'
import type { TokenReading } from '../../read/token/token-reading'

export const pkceVerifierWellformed = defineCheck<TokenReading>('vci.pkce.verifier_wellformed', {
  title: 'PKCE verifier has 43 to 128 unreserved characters',
  problem: 'The code_verifier is not 43 to 128 unreserved characters',
  clauses: ['RFC7636-4.1'],
  level: 'must',
  rejects: 'invalid_grant',
  refusal: 'The code_verifier must have 43 to 128 unreserved characters; the code was used up, start again.',
  concerns: ['code'],
  impossibleIn: ['pre_authorized_code'],
  why: 'A shorter verifier can be found by brute force.',
  hint: 'Make the verifier from 32 random bytes as base64url: 43 characters.',
  run: onAuthorization(({ codeVerifier }) => {
    if (codeVerifier === null) return notApplicable(say`No code_verifier was sent.`)
    return /^[A-Za-z0-9._~-]{43,128}$/.test(codeVerifier)
      ? pass()
      : violated({ expected: say`43 to 128 unreserved characters`, actual: say`${codeVerifier.length} characters` })
  }),
})
