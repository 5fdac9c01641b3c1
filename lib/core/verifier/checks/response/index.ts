import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { responseContentType } from './content-type'
import { responseEncrypted } from './encrypted'
import { responseEndpoint } from './endpoint'
import { responseInTime } from './in-time'
import { responseIss } from './iss'
import { responseLatency } from './latency'
import { responseMatchesType } from './matches-type'
import { responseNoExtraArtifacts } from './no-extra-artifacts'
import { responseNoFingerprint } from './no-fingerprint'
import { responseNoPresentationSubmission } from './no-presentation-submission'
import { responseOnlyResponseParam } from './only-response-param'
import { responseParamsKnown } from './params-known'
import { responseParamsUnique } from './params-unique'
import { responsePlain } from './plain'
import { responseQueryEmpty } from './query-empty'
import { responseSingleUse } from './single-use'
import { responseSize } from './size'
import { responseStateAbsent } from './state-absent'
import { responseStateMatches } from './state-matches'
import { responseStatePresent } from './state-present'
import { responseUtf8 } from './utf8'

/** Checks that decide whether a response is examined at all; they run first. */
export const responseGateChecks: readonly Check<ResponseReading>[] = [responseSingleUse, responseInTime]

/** Checks of how a response was sent. */
export const responseTransportChecks: readonly Check<ResponseReading>[] = [
  responseContentType,
  responseUtf8,
  responseQueryEmpty,
  responseParamsUnique,
  responseParamsKnown,
  responseNoPresentationSubmission,
  responseEncrypted,
  responsePlain,
  responseOnlyResponseParam,
  responseNoExtraArtifacts,
  responseLatency,
  responseSize,
  responseIss,
  responseNoFingerprint,
  responseEndpoint,
]

/** Checks of which request a response belongs to; they run after decryption. */
export const responseStateChecks: readonly Check<ResponseReading>[] = [
  responseStatePresent,
  responseStateMatches,
  responseStateAbsent,
  responseMatchesType,
]
