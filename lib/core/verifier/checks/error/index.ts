import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { errorCharset } from './charset'
import { errorCodeKnown } from './code-known'
import { errorDescriptionCharset } from './description-charset'
import { errorExclusive } from './exclusive'
import { errorFits } from './fits'
import { errorNoDetails } from './no-details'
import { errorRepeat } from './repeat'
import { errorResponseMode } from './response-mode'
import { errorState } from './state'
import { errorUri } from './uri'

/** Checks of an error response. */
export const walletErrorChecks: readonly Check<ResponseReading>[] = [
  errorCodeKnown,
  errorCharset,
  errorDescriptionCharset,
  errorUri,
  errorState,
  errorExclusive,
  errorResponseMode,
  errorNoDetails,
  errorFits,
  errorRepeat,
]
