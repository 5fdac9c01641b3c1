import type { Check } from '../../../engine/checks/check'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'
import { vpRequestAcceptGet } from './accept-get'
import { vpRequestGetBodyless } from './get-bodyless'
import { vpRequestMethod } from './method'
import { vpRequestNoCredentials } from './no-credentials'
import { vpRequestNoFingerprint } from './no-fingerprint'
import { vpRequestNoPii } from './no-pii'
import { vpRequestTls } from './tls'

/** Checks of one fetch of the Request Object, by either method. */
export const requestFetchChecks: readonly Check<RequestFetchReading>[] = [
  vpRequestMethod,
  vpRequestAcceptGet,
  vpRequestGetBodyless,
  vpRequestTls,
  vpRequestNoCredentials,
  vpRequestNoFingerprint,
  vpRequestNoPii,
]
