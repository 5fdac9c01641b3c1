import type { OfferReading } from '../../../oid4vci/offer-reading'
import type { Check } from '../../check'
import { offerAccept } from './accept'
import { offerNoCredentialsInFetch } from './no-credentials-in-fetch'
import { offerNoFetchByValue } from './no-fetch-by-value'

/** Checks of a fetch of the hosted offer. */
export const offerChecks: readonly Check<OfferReading>[] = [offerNoFetchByValue, offerAccept, offerNoCredentialsInFetch]
