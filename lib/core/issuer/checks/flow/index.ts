import type { Check } from '../../../engine/checks/check'
import type { IssuanceEvidence } from '../../../engine/sessions/session-evidence'
import { authorizeRedirectFollowed } from '../authorize/redirect-followed'
import { batchUsed } from '../batch/used'
import { credentialRetryBehaviour } from '../credential/retry-behaviour'
import { credentialStopAfterDenied } from '../credential/stop-after-denied'
import { deferredComesBack } from '../deferred/comes-back'
import { deferredRefreshes } from '../deferred/refreshes'
import { deferredStops } from '../deferred/stops'
import { faultGoesOn } from '../fault/goes-on'
import { faultRefused } from '../fault/refused'
import { identifiersEach } from '../identifiers/each'
import { metadataAsFetched } from '../metadata/as-fetched'
import { metadataIssuerFetched } from '../metadata/issuer-fetched'
import { metadataJwksFetched } from '../metadata/jwks-fetched'
import { nonceEndpointCalled } from '../nonce/endpoint-called'
import { nonceRecovery } from '../nonce/recovery'
import { notificationSent } from '../notification/sent'
import { offerDereferenced } from '../offer/dereferenced'
import { offerNoFetchByValue } from '../offer/no-fetch-by-value'
import { pidDeviceBound } from '../pid/device-bound'
import { refreshInTime } from '../refresh/in-time'
import { statusFetched } from '../status/fetched'
import { statusNotPresented } from '../status/not-presented'
import { tokenIssChecked } from '../token/iss-checked'
import { tokenNotRepeated } from '../token/not-repeated'
import { transportHeaderSize } from '../transport/header-size'
import { trustRegistrationStatusRead } from '../trust/registration-status-read'
import { trustSignedMetadataRead } from '../trust/signed-metadata-read'
import { flowCompletes } from './completes'
import { flowIssuerIsolation } from './issuer-isolation'
import { flowKeyPerCredential } from './key-per-credential'
import { flowNoParallelUse } from './no-parallel-use'
import { flowNoRequestsAfterError } from './no-requests-after-error'
import { flowNonceRequestFresh } from './nonce-request-fresh'
import { flowOrder } from './order'

import { flowUserAgentIsolated } from './user-agent-isolated'

/** Checks over a whole session, computed from the record whenever a session is read. None of them refuses anything. */
export const sessionChecks: readonly Check<IssuanceEvidence>[] = [
  offerDereferenced,
  offerNoFetchByValue,
  metadataIssuerFetched,
  metadataAsFetched,
  metadataJwksFetched,
  authorizeRedirectFollowed,
  tokenNotRepeated,
  tokenIssChecked,
  nonceEndpointCalled,
  nonceRecovery,
  credentialRetryBehaviour,
  credentialStopAfterDenied,
  batchUsed,
  refreshInTime,
  identifiersEach,
  deferredStops,
  deferredComesBack,
  deferredRefreshes,
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
  faultRefused,
  faultGoesOn,
  pidDeviceBound,
  statusFetched,
  statusNotPresented,
  trustSignedMetadataRead,
  trustRegistrationStatusRead,
]
