import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
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
  run: onAuthorization(({ codeVerifier, challengeOfVerifier, verifierMatches, facts }) => {
    if (codeVerifier === null) return notApplicable(say`No code_verifier was sent.`)
    if (verifierMatches) return pass()
    // The most common mistake gets its own hint. Its challenge is a verifier that was sent, so it is not shown.
    return codeVerifier === facts.codeChallenge
      ? violated({
          expected: say`the verifier behind the challenge`,
          actual: say`the challenge itself`,
          cause: say`The code_verifier is the code_challenge itself`,
          hint: say`Send the random text that was hashed, not its hash.`,
        })
      : violated({
          expected: { code_challenge: quote(facts.codeChallenge) },
          actual: { challenge_of_code_verifier: quote(challengeOfVerifier) },
          cause: say`The SHA-256 of the code_verifier is not the code_challenge of the authorization request`,
        })
  }),
})
