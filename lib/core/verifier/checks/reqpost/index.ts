import type { Check } from '../../../engine/checks/check'
import type { RequestFetchReading } from '../../read/request/read-request-fetch'
import { reqpostForm } from './form'
import { walletMetadata } from './metadata'

/** Checks of what a wallet posts when it fetches the Request Object. */
export const requestPostChecks: readonly Check<RequestFetchReading>[] = [
  ...Object.values(reqpostForm),
  ...Object.values(walletMetadata),
]
