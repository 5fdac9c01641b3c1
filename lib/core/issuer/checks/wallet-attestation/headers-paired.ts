import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { unreadableToken } from '../../judgements/unreadable-token'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationHeadersPaired = defineCheck<ClientAuthenticationReading>(
  'vci.wallet_attestation.headers_paired',
  {
    title: 'Wallet attestation and its proof of possession come together, each once',
    problem: 'The wallet attestation and its proof of possession did not come together, each once',
    clauses: [
      'ABCA-6.1',
      'ABCA-6.2',
      'ABCA08-6.2',
      'ABCA10-7.1',
      'ABCA10-7.2',
      'ABCA10-7.3',
      'RFC7515-4',
      'RFC7519-4',
      'RFC7517-4',
    ],
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
      const [subject, header, unreadable] =
        attestationUnreadable !== null
          ? ([say`The wallet attestation`, 'OAuth-Client-Attestation', attestationUnreadable] as const)
          : ([say`The proof of possession`, 'OAuth-Client-Attestation-PoP', popUnreadable] as const)
      if (unreadable === null) return pass()
      return violated({
        cause: say`${subject} is no JWT that can be read`,
        ...unreadableToken(subject, unreadable, say`two compact JWS`),
        refusal: `The ${header} header holds no JWT that can be read. ${unreadable.reason}`,
      })
    },
  },
)
