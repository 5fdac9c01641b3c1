import type { SessionEvidence } from '../../../evidence/session-evidence'
import type { Check } from '../../check'
import { metadataAsFetched } from './as-metadata-fetched'
import { flowCompletes } from './completes'
import { metadataIssuerFetched } from './issuer-metadata-fetched'
import { metadataJwksFetched } from './keys-fetched'
import { nonceEndpointCalled } from './nonce-endpoint-called'
import { offerDereferenced } from './offer-dereferenced'

/** Checks over a whole session, computed from what is on record whenever a session is read. None refuses anything. */
export const sessionChecks: readonly Check<SessionEvidence>[] = [
  offerDereferenced,
  metadataIssuerFetched,
  metadataAsFetched,
  metadataJwksFetched,
  nonceEndpointCalled,
  flowCompletes,
]
