import type { SessionEvidence } from '../../../evidence/session-evidence'
import type { Check } from '../../check'
import { notificationSent } from '../notification/sent'
import { metadataAsFetched } from './as-metadata-fetched'
import { flowCompletes } from './completes'
import { credentialRetryBehaviour } from './credential-retry-behaviour'
import { credentialStopAfterDenied } from './credential-stop-after-denied'
import { transportHeaderSize } from './header-size'
import { metadataIssuerFetched } from './issuer-metadata-fetched'
import { metadataJwksFetched } from './keys-fetched'
import { flowNoRequestsAfterError } from './no-requests-after-error'
import { nonceEndpointCalled } from './nonce-endpoint-called'
import { nonceRecovery } from './nonce-recovery'
import { offerDereferenced } from './offer-dereferenced'
import { offerNoFetchByValue } from './offer-not-fetched-by-value'
import { tokenNotRepeated } from './token-not-repeated'

/** Checks over a whole session, computed from what is on record whenever a session is read. None refuses anything. */
export const sessionChecks: readonly Check<SessionEvidence>[] = [
  offerDereferenced,
  offerNoFetchByValue,
  metadataIssuerFetched,
  metadataAsFetched,
  metadataJwksFetched,
  tokenNotRepeated,
  nonceEndpointCalled,
  nonceRecovery,
  credentialRetryBehaviour,
  credentialStopAfterDenied,
  transportHeaderSize,
  notificationSent,
  flowCompletes,
  flowNoRequestsAfterError,
]
