import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationHeadersPaired = defineCheck<ClientAuthenticationReading>(
  'vci.wallet_attestation.headers_paired',
  {
    title: 'Wallet attestation and its proof of possession come together, each once',
    problem: 'The wallet attestation and its proof of possession did not come together, each once',
    clauses: ['ABCA-6.1', 'ABCA-6.2', 'ABCA08-6.2', 'ABCA10-7.1', 'ABCA10-7.2', 'ABCA10-7.3'],
    level: 'must',
    rejects: 'invalid_client',
    refusal:
      'Send exactly one OAuth-Client-Attestation and one OAuth-Client-Attestation-PoP header, each a compact JWS.',
    concerns: ['client'],
    why: 'Anyone who has seen an attestation can replay it alone; with two of them, nobody can tell which one counts.',
    hint: 'Send exactly one OAuth-Client-Attestation and one OAuth-Client-Attestation-PoP header, each a compact JWS.',
    run: ({ attestation: reading }) => {
      if (reading === null) return notApplicable(say`The request carries no wallet attestation.`)
      const { attestationCount, popCount, attestationUnreadable, popUnreadable, combined } = reading
      // Then vci.dpop.single_header and vci.dpop.wellformed judge the proof.
      if (combined !== null && attestationCount === 1 && attestationUnreadable === null) return pass()
      if (attestationCount !== 1 || popCount !== 1)
        return violated({
          expected: { attestation: 1, pop: 1 },
          actual: { attestation: attestationCount, pop: popCount },
        })
      const unreadable = {
        ...(attestationUnreadable && { attestation: attestationUnreadable }),
        ...(popUnreadable && { pop: popUnreadable }),
      }
      const [reason] = Object.values(unreadable)
      if (reason === undefined) return pass()
      const header = attestationUnreadable ? 'OAuth-Client-Attestation' : 'OAuth-Client-Attestation-PoP'
      return violated({
        expected: say`two compact JWS`,
        actual: Object.fromEntries(Object.entries(unreadable).map(([name, why]) => [name, quote(why)])),
        refusal: `The ${header} header holds no JWT that can be read. ${reason}`,
      })
    },
  },
)
