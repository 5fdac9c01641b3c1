import type { OfferReading } from '../../../oid4vci/offer-reading'
import type { Check } from '../../check'
import { offerAccept } from './accept'
import { offerNoCredentialsInFetch } from './no-credentials-in-fetch'

/** Checks of a fetch of the hosted offer. */
export const offerChecks: readonly Check<OfferReading>[] = [offerAccept, offerNoCredentialsInFetch]
