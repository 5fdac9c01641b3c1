import type { IssuanceEvidence } from '../../../sessions/session-evidence'
import type { Check } from '../../check'
import { notificationSent } from '../notification/sent'
import { metadataAsFetched } from './as-metadata-fetched'
import { authorizeRedirectFollowed } from './authorize-redirect-followed'
import { flowCompletes } from './completes'
import { credentialRetryBehaviour } from './credential-retry-behaviour'
import { credentialStopAfterDenied } from './credential-stop-after-denied'
import { pidDeviceBound } from './device-bound'
import { transportHeaderSize } from './header-size'
import { flowIssuerIsolation } from './issuer-isolation'
import { metadataIssuerFetched } from './issuer-metadata-fetched'
import { flowKeyPerCredential } from './key-per-credential'
import { metadataJwksFetched } from './keys-fetched'
import { flowNoParallelUse } from './no-parallel-use'
import { flowNoRequestsAfterError } from './no-requests-after-error'
import { nonceEndpointCalled } from './nonce-endpoint-called'
import { nonceRecovery } from './nonce-recovery'
import { flowNonceRequestFresh } from './nonce-request-fresh'
import { offerDereferenced } from './offer-dereferenced'
import { offerNoFetchByValue } from './offer-not-fetched-by-value'
import { flowOrder } from './order'
import { tokenNotRepeated } from './token-not-repeated'

import { flowUserAgentIsolated } from './user-agent-isolated'

/** Checks over a whole session, computed from what is on record whenever a session is read. None refuses anything. */
export const sessionChecks: readonly Check<IssuanceEvidence>[] = [
  offerDereferenced,
  offerNoFetchByValue,
  metadataIssuerFetched,
  metadataAsFetched,
  metadataJwksFetched,
  authorizeRedirectFollowed,
  tokenNotRepeated,
  nonceEndpointCalled,
  nonceRecovery,
  credentialRetryBehaviour,
  credentialStopAfterDenied,
  transportHeaderSize,
  notificationSent,
  flowOrder,
  flowIssuerIsolation,
  flowNoParallelUse,
  flowCompletes,
  flowNoRequestsAfterError,
  flowNonceRequestFresh,
  flowKeyPerCredential,
  flowUserAgentIsolated,
  pidDeviceBound,
]
