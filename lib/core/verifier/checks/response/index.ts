import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { vpResponseContentType } from './content-type'
import { vpResponseEncrypted } from './encrypted'
import { vpResponseEndpoint } from './endpoint'
import { vpResponseInTime } from './in-time'
import { vpResponseIss } from './iss'
import { vpResponseLatency } from './latency'
import { vpResponseMatchesType } from './matches-type'
import { vpResponseNoExtraArtifacts } from './no-extra-artifacts'
import { vpResponseNoFingerprint } from './no-fingerprint'
import { vpResponseNoPresentationSubmission } from './no-presentation-submission'
import { vpResponseOnlyResponseParam } from './only-response-param'
import { vpResponseParamsKnown } from './params-known'
import { vpResponseParamsUnique } from './params-unique'
import { vpResponsePlain } from './plain'
import { vpResponseQueryEmpty } from './query-empty'
import { vpResponseSingleUse } from './single-use'
import { vpResponseSize } from './size'
import { vpResponseStateAbsent } from './state-absent'
import { vpResponseStateMatches } from './state-matches'
import { vpResponseStatePresent } from './state-present'
import { vpResponseUtf8 } from './utf8'

/** Checks that decide whether a response is examined at all; they run first. */
export const responseGateChecks: readonly Check<ResponseReading>[] = [vpResponseSingleUse, vpResponseInTime]

/** Checks of how a response was sent. */
export const responseTransportChecks: readonly Check<ResponseReading>[] = [
  vpResponseContentType,
  vpResponseUtf8,
  vpResponseQueryEmpty,
  vpResponseParamsUnique,
  vpResponseParamsKnown,
  vpResponseNoPresentationSubmission,
  vpResponseEncrypted,
  vpResponsePlain,
  vpResponseOnlyResponseParam,
  vpResponseNoExtraArtifacts,
  vpResponseLatency,
  vpResponseSize,
  vpResponseIss,
  vpResponseNoFingerprint,
  vpResponseEndpoint,
]

/** Checks of which request a response belongs to; they run after decryption. */
export const responseStateChecks: readonly Check<ResponseReading>[] = [
  vpResponseStatePresent,
  vpResponseStateMatches,
  vpResponseStateAbsent,
  vpResponseMatchesType,
]
