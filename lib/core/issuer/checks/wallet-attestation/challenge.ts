import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onPop } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationChallenge = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.challenge', {
  title: 'Proof of possession answers a challenge of this server',
  problem: 'The proof of possession does not answer a challenge of this server',
  clauses: ['ABCA-5.2', 'ABCA-8'],
  level: 'must',
  rejects: 'use_attestation_challenge',
  refusal: 'Put a current challenge of challenge_endpoint into the attestation PoP.',
  concerns: ['client'],
  why: 'A challenge shows that the proof was made after the server asked for it.',
  hint: 'Fetch a challenge from challenge_endpoint and put it into the challenge claim of the PoP.',
  run: onPop(({ claims }, { challenge }) => {
    if (challenge === null) return notApplicable(say`This installation issues no challenges.`)
    return challenge === 'current'
      ? pass()
      : violated({
          expected: say`a current challenge`,
          actual: claims.challenge === undefined ? null : say`unknown or too old`,
        })
  }),
})
