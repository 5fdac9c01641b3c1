import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onAuthorization } from '../../judgements/on-authorization'
import type { TokenReading } from '../../read/token/token-reading'

export const pkceVerifierMatches = defineCheck<TokenReading>('vci.pkce.verifier_matches', {
  title: 'PKCE verifier hashes to the challenge that was pushed',
  problem: 'The code_verifier does not match the code_challenge',
  clauses: ['RFC7636-4.6'],
  level: 'must',
  rejects: 'invalid_grant',
  refusal: (problem) => `${problem}; the code was used up, start again.`,
  concerns: ['code'],
  impossibleIn: ['pre_authorized_code'],
  why: 'A verifier that does not match belongs to another request, or to a thief.',
  hint: 'Keep verifier and request together, and hash the verifier as ASCII with SHA-256.',
  run: onAuthorization(({ codeVerifier, verifierMatches, facts }) => {
    if (codeVerifier === null) return notApplicable(say`No code_verifier was sent.`)
    if (verifierMatches) return pass()
    // The most common mistake gets its own hint.
    return codeVerifier === facts.codeChallenge
      ? violated({
          expected: say`the verifier behind the challenge`,
          actual: say`the challenge itself`,
          hint: say`Send the random text that was hashed, not its hash.`,
        })
      : violated({ expected: say`the verifier behind the challenge`, actual: bare.anotherVerifier })
  }),
})
