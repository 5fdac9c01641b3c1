import type { Check } from '../../../engine/checks/check'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'
import { requestAcceptGet } from './accept-get'
import { requestGetBodyless } from './get-bodyless'
import { requestMethod } from './method'
import { requestNoCredentials } from './no-credentials'
import { requestNoFingerprint } from './no-fingerprint'
import { requestNoPii } from './no-pii'
import { requestTls } from './tls'

/** Checks of one fetch of the Request Object, by either method. */
export const requestFetchChecks: readonly Check<RequestFetchReading>[] = [
  requestMethod,
  requestAcceptGet,
  requestGetBodyless,
  requestTls,
  requestNoCredentials,
  requestNoFingerprint,
  requestNoPii,
]
