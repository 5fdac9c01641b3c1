import type { StoredEvent } from '../../ground/ports/store-types'
import type { JsonObject } from '../../ground/values/json'

/** What of an event says what happened, in storage and in a read-back. */
export interface OfRecord {
  readonly type: string
  readonly detail: JsonObject
}

/** What a wallet can read of the trust in a verifier. */
type Resource = 'list' | 'status' | 'crl' | 'register' | 'ca'

/**
 * The reads of such a resource at an address that leads to the session, oldest first. Those of the installation are only
 * inferred, so nothing is judged by them.
 */
export const trustReads = <Of extends OfRecord = StoredEvent>(
  events: readonly Of[],
  resource: Resource,
): readonly Of[] =>
  events.filter(
    ({ type, detail }) => type === 'vp_trust_resource_read' && detail.resource === resource && detail.by !== 'client',
  )

/** True if the status list of the registration certificate was read. */
export const readRegistrationStatus = (events: readonly OfRecord[]): boolean => trustReads(events, 'status').length > 0
