import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { onPop } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationPopSignature = defineCheck<ClientAuthenticationReading>(
  'vci.wallet_attestation.pop_signature',
  {
    title: 'Proof of possession is signed with the key of the attestation',
    problem: 'The signature of the attestation PoP does not verify with the key in cnf.jwk',
    clauses: ['ABCA-5.2'],
    level: 'must',
    rejects: 'invalid_client',
    concerns: ['client'],
    judges: { token: 'client_attestation_pop' },
    why: 'It shows that the attestation was given to this very wallet.',
    hint: 'Sign the PoP with the private half of cnf.jwk, with ES256.',
    run: onPop(({ signature }) =>
      signature === 'valid'
        ? pass(say`valid`)
        : violated({ expected: say`a signature of the key in cnf.jwk`, actual: word(signature) }),
    ),
  },
)
