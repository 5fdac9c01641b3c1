import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationChallenge = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.challenge', {
  title: 'Proof of possession answers a challenge of this server',
  problem: 'The proof of possession does not answer a challenge of this server',
  clauses: ['ABCA-5.2', 'ABCA-8', 'ABCA08-7', 'ABCA10-6.1', 'ABCA10-7.3'],
  level: 'must',
  rejects: 'use_attestation_challenge',
  refusal: 'Put a current challenge of challenge_endpoint into the attestation PoP.',
  concerns: ['client'],
  why: 'A challenge shows that the proof was made after the server asked for it.',
  hint: 'Fetch a challenge from challenge_endpoint and put it into the challenge claim of the PoP.',
  run: ({ attestation: reading }) => {
    if (reading === null || (reading.pop === null && reading.combined === null))
      return notApplicable(say`There is no readable attestation PoP.`)
    const { challenge, combined } = reading
    if (challenge === null) return notApplicable(say`This installation issues no challenges.`)
    if (challenge === 'current') return pass()
    return violated({
      expected: say`a current challenge`,
      actual: challenge === 'absent' ? null : say`unknown or too old`,
      ...(combined === null
        ? {}
        : {
            hint: say`Fetch a challenge from challenge_endpoint and put it into the nonce claim of the DPoP proof.`,
            refusal: 'Put a current challenge of challenge_endpoint into the nonce of the DPoP proof.',
          }),
    })
  },
})
