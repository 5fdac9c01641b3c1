import type { EventDraft } from '../../../engine/endpoints/endpoint'
import type { DetailsReading } from '../../read/oauth/authorization-details/read-authorization-details'

/** The event of `authorization_details` that the issuer read; none without them. */
export const detailsEvents = (endpoint: 'par' | 'token', details: DetailsReading | null): EventDraft[] =>
  details === null
    ? []
    : [
        {
          type: 'authorization_details_received',
          detail: {
            endpoint,
            credential_configuration_ids: [...details.configurations],
            count: details.locations.length,
          },
        },
      ]
