import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onPop } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationPopFreshPerRequest = defineCheck<ClientAuthenticationReading>(
  'vci.wallet_attestation.pop_fresh_per_request',
  {
    title: 'Each request has a proof of possession of its own',
    problem: 'The attestation PoP is that of the pushed request',
    clauses: ['ABCA-10.2', 'ABCA-12.1'],
    level: 'must',
    rejects: 'invalid_client',
    refusal: (problem) => `${problem}: make a new one for each request.`,
    concerns: ['client'],
    judges: { token: 'client_attestation_pop' },
    why: 'The proof of the pushed request has been used; a second use looks like a replay.',
    hint: 'Make a new PoP for the token request.',
    run: (reading) =>
      onPop(({ digest }) => {
        if (reading.pushed === null || reading.pushed.popDigest === null)
          return notApplicable(say`There is no earlier proof of this flow to compare with.`)
        return digest === reading.pushed.popDigest
          ? violated({ expected: say`a new PoP`, actual: bare.thePoPOfThePushedRequest })
          : pass()
      })(reading),
  },
)
