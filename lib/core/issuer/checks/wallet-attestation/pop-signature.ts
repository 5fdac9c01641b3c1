import { defineCheck, notApplicable, type Outcome, pass, violated } from '../../../engine/checks/check'
import { quote, say, word } from '../../../ground/values/wording'
import { onPop } from '../../judgements/on-client-authentication'
import type {
  ClientAuthenticationReading,
  CombinedProof,
} from '../../read/oauth/client-authentication/client-authentication-reading'

const judgePop = onPop(({ signature }) =>
  signature === 'valid'
    ? pass(say`valid`)
    : violated({ expected: say`a signature of the key in cnf.jwk`, actual: word(signature) }),
)

/** Whether the DPoP proof, whose signature vci.dpop.signature judges, is one of the attested key. */
const judgeCombined = ({ thumbprint }: CombinedProof, attested: string | null): Outcome => {
  if (thumbprint === null) return notApplicable(say`There is no readable DPoP proof with a key.`)
  return thumbprint === attested
    ? pass(quote(thumbprint))
    : violated({
        expected: { thumbprint: quote(attested) },
        actual: { thumbprint: quote(thumbprint) },
        hint: say`Use one key for the wallet attestation and for DPoP, or send an attestation PoP of its own.`,
        cause: say`The DPoP proof that is to be the proof of possession is signed with another key than the one in cnf.jwk`,
      })
}

export const walletAttestationPopSignature = defineCheck<ClientAuthenticationReading>(
  'vci.wallet_attestation.pop_signature',
  {
    title: 'Proof of possession is signed with the key of the attestation',
    problem: 'The signature of the attestation PoP does not verify with the key in cnf.jwk',
    clauses: ['ABCA-5.2', 'ABCA10-7.3'],
    level: 'must',
    rejects: 'invalid_client',
    concerns: ['client'],
    judges: { token: 'client_attestation_pop' },
    why: 'It shows that the attestation was given to this very wallet.',
    hint: 'Sign the PoP with the private half of cnf.jwk, with ES256.',
    run: (reading) => {
      const { combined = null, attestation = null } = reading.attestation ?? {}
      return combined === null ? judgePop(reading) : judgeCombined(combined, attestation?.cnf.thumbprint ?? null)
    },
  },
)
