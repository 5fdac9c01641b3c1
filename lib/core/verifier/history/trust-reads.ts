import type { StoredEvent } from '../../ground/ports/store-types'

/** What a wallet can read of the trust in a verifier. */
type Resource = 'list' | 'status' | 'crl' | 'register' | 'ca'

/** The reads of such a resource that are on record in a session, oldest first. */
export const trustReads = (events: readonly StoredEvent[], resource: Resource): readonly StoredEvent[] =>
  events.filter(({ type, detail }) => type === 'vp_trust_resource_read' && detail.resource === resource)

/** True if the status list of the registration certificate was read. */
export const readRegistrationStatus = (events: readonly StoredEvent[]): boolean =>
  trustReads(events, 'status').length > 0
