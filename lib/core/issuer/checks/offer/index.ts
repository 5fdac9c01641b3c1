import type { Check } from '../../../engine/checks/check'
import type { OfferReading } from '../../read/offer-reading'
import { offerAccept } from './accept'
import { offerNoCredentialsInFetch } from './no-credentials-in-fetch'

/** Checks of a fetch of the hosted offer. */
export const offerChecks: readonly Check<OfferReading>[] = [offerAccept, offerNoCredentialsInFetch]
