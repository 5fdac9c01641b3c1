import { defineCheck } from '../../../engine/checks/check'
import { judgeListing, listedParties } from '../../../engine/judgements/judge-listing'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationProviderListed = defineCheck<ClientAuthenticationReading>(
  'vci.wallet_attestation.provider_listed',
  {
    title: 'Provider of the wallet attestation is on a list of wallet providers',
    problem: 'The provider of the wallet attestation is on no list of wallet providers',
    clauses: ['ARF3-ISSU_21', 'E602-E'],
    level: 'should',
    profile: 'eu',
    toldUnclaimed: true,
    needs: ['vci.wallet_attestation.signature'],
    concerns: ['client'],
    why: 'An issuer accepts wallets whose provider a Member State has notified; the list says which those are. The clause of ETSI is cited after the EU libraries.',
    hint: 'Have the authority that certifies your wallet provider put on a list that this installation relies on (trust/lists.json).',
    run: onAttestation(({ certificates, signature }) =>
      judgeListing(certificates, { signed: signature === 'valid', who: listedParties.wallet }),
    ),
  },
)
