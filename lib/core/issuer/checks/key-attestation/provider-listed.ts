import { defineCheck } from '../../../engine/checks/check'
import { judgeListing, listedParties } from '../../../engine/judgements/judge-listing'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationProviderListed = defineCheck<ProofsReading>('vci.key_attestation.provider_listed', {
  title: 'Provider of the key attestation is on a list of wallet providers',
  problem: 'The provider of the key attestation is on no list of wallet providers',
  clauses: ['ARF3-ISSU_21', 'E602-E'],
  level: 'should',
  profile: 'eu',
  toldUnclaimed: true,
  needs: ['vci.key_attestation.signature'],
  judges: { token: 'key_attestation', member: 'header.x5c' },
  why: 'An issuer accepts keys that a notified wallet provider vouches for; the list says which those are. The clause of ETSI is cited after the EU libraries.',
  hint: 'Have the authority that certifies your wallet provider put on a list that this installation relies on (trust/lists.json).',
  run: onKeyAttestation(({ certificates, signature }) =>
    judgeListing(certificates, { signed: signature === 'valid', who: listedParties.wallet }),
  ),
})
