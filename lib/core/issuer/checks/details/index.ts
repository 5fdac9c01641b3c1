import type { Check } from '../../../engine/checks/check'
import type { DetailsReading } from '../../read/oauth/authorization-details/read-authorization-details'
import { detailsLocations } from './locations'
import { detailsWellformed } from './wellformed'

/** `authorization_details` of a request, where the issuer reads them. */
export const detailsChecks: readonly Check<DetailsReading>[] = [detailsWellformed, detailsLocations]
