import { alteredMetadataMisbehaviours } from './altered-metadata'
import { authorizeMisbehaviours } from './authorize'
import { batchMisbehaviours } from './batch'
import { clientAuthenticationMisbehaviours } from './client-authentication'
import { credentialMisbehaviours } from './credential'
import { deferredMisbehaviours } from './deferred'
import { discoveryMisbehaviours } from './discovery'
import { dpopMisbehaviours } from './dpop'
import { encryptionMisbehaviours } from './encryption'
import { faultMisbehaviours } from './faults'
import { identifiersMisbehaviours } from './identifiers'
import { keyAttestationMisbehaviours } from './key-attestation'
import { metadataMisbehaviours } from './metadata'
import type { Misbehaviour } from './misbehaviour'
import { nonceMisbehaviours } from './nonce'
import { notificationMisbehaviours } from './notification'
import { offerMisbehaviours } from './offer'
import { parMisbehaviours } from './par'
import { proofJwtMisbehaviours } from './proof-jwt'
import { refreshMisbehaviours } from './refresh'
import { statusMisbehaviours } from './status'
import { tokenMisbehaviours } from './token'
import { tokenCodeMisbehaviours } from './token-code'
import { providerMisbehaviours, trustMisbehaviours, untrustedIssuerMisbehaviours } from './trust'

/** Every misbehaviour of the wallet, in flow order. */
export const misbehaviours: readonly Misbehaviour[] = [
  ...metadataMisbehaviours,
  ...offerMisbehaviours,
  ...parMisbehaviours,
  ...clientAuthenticationMisbehaviours,
  ...authorizeMisbehaviours,
  ...dpopMisbehaviours,
  ...tokenMisbehaviours,
  ...tokenCodeMisbehaviours,
  ...nonceMisbehaviours,
  ...credentialMisbehaviours,
  ...batchMisbehaviours,
  ...refreshMisbehaviours,
  ...identifiersMisbehaviours,
  ...proofJwtMisbehaviours,
  ...keyAttestationMisbehaviours,
  ...encryptionMisbehaviours,
  ...deferredMisbehaviours,
  ...statusMisbehaviours,
  ...notificationMisbehaviours,
  ...faultMisbehaviours,
  ...alteredMetadataMisbehaviours,
  ...discoveryMisbehaviours,
  ...providerMisbehaviours,
  ...untrustedIssuerMisbehaviours,
  ...trustMisbehaviours,
]

/**
 * The misbehaviour of that name.
 *
 * @throws RangeError when there is none
 */
export function findMisbehaviour(id: string): Misbehaviour {
  const found = misbehaviours.find((entry) => entry.id === id)
  if (found === undefined) throw new RangeError(`There is no misbehaviour named ${id}`)
  return found
}
