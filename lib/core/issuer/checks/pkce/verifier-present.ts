import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onAuthorization } from '../../judgements/on-authorization'
import type { TokenReading } from '../../read/token/token-reading'

export const pkceVerifierPresent = defineCheck<TokenReading>('vci.pkce.verifier_present', {
  title: 'Token request carries the PKCE verifier',
  problem: 'The code_verifier is missing',
  clauses: ['RFC7636-4.5'],
  level: 'must',
  rejects: 'invalid_grant',
  refusal: (problem) => `${problem}; the code was used up, start again.`,
  concerns: ['code'],
  impossibleIn: ['pre_authorized_code'],
  why: 'The verifier proves that the same wallet started the flow.',
  hint: 'Send the code_verifier whose hash was pushed as code_challenge.',
  run: onAuthorization(({ codeVerifier }) =>
    codeVerifier === null ? violated({ expected: say`code_verifier`, actual: null }) : pass(),
  ),
})
