import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationOptionalClaims = defineCheck<ClientAuthenticationReading>(
  'vci.wallet_attestation.optional_claims',
  {
    title: 'Wallet attestation tells about the wallet',
    problem: 'The wallet attestation tells nothing about the wallet',
    clauses: ['OID4VCI-1FINALA-E'],
    level: 'info',
    concerns: ['client'],
    why: 'Name, link and status help an issuer to show and to check which wallet it serves.',
    hint: 'Add wallet_name, wallet_link and status to the attestation.',
    run: onAttestation(({ claims }) => {
      const there = ['wallet_name', 'wallet_link', 'status'].filter((name) => claims[name] !== undefined)
      return there.length > 0
        ? pass(there.map(quote))
        : violated({ expected: [say`wallet_name`, say`wallet_link`, say`status`], actual: [] })
    }),
  },
)
