import type { Check } from '../../../engine/checks/check'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'
import { reqpostForm } from './form'
import { walletMetadata } from './metadata'

/** Checks of what a wallet posts to fetch the Request Object. */
export const requestPostChecks: readonly Check<RequestFetchReading>[] = [
  ...Object.values(reqpostForm),
  ...Object.values(walletMetadata),
]
