import { setHeader } from '../../http/wire'
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
import { tokenMisbehaviours } from './token'
import { tokenCodeMisbehaviours } from './token-code'
import { providerMisbehaviours, trustMisbehaviours, untrustedIssuerMisbehaviours } from './trust'

const withStatus = { issuer: 'eu-pid-jwt-proof-only', sessionOptions: { laboratory: { status: {} } } } as const

/** Rules for whoever reads a status list. TSL14-8 */
const statusMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.status.accept',
    title: 'Asks for a status list of any type',
    expect: 'accepted',
    needs: withStatus,
    patchRequest: { at: 'status_list', change: ({ headers }) => setHeader(headers, 'Accept', '*/*') },
  },
  {
    id: 'vci.status.anonymous',
    title: 'Sends its access token to the status list',
    expect: 'accepted',
    needs: withStatus,
    patchRequest: {
      at: 'status_list',
      change: ({ headers }, { facts }) => setHeader(headers, 'Authorization', `DPoP ${facts.accessToken ?? ''}`),
    },
  },
  {
    id: 'vci.status.paced',
    title: 'Reads the status list twice at once',
    expect: 'accepted',
    needs: withStatus,
    repeat: { step: 'status_list', after: 'accepted' },
  },
  {
    id: 'vci.status.fetched',
    title: 'Never reads the status list',
    expect: 'accepted',
    needs: withStatus,
    staysUnseen: true,
    skip: 'status_list',
  },
]

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
