import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { vpErrorCharset } from './charset'
import { vpErrorCodeKnown } from './code-known'
import { vpErrorDescriptionCharset } from './description-charset'
import { vpErrorExclusive } from './exclusive'
import { vpErrorFits } from './fits'
import { vpErrorNoDetails } from './no-details'
import { vpErrorRepeat } from './repeat'
import { vpErrorResponseMode } from './response-mode'
import { vpErrorState } from './state'
import { vpErrorUri } from './uri'

/** Checks of an error response. */
export const walletErrorChecks: readonly Check<ResponseReading>[] = [
  vpErrorCodeKnown,
  vpErrorCharset,
  vpErrorDescriptionCharset,
  vpErrorUri,
  vpErrorState,
  vpErrorExclusive,
  vpErrorResponseMode,
  vpErrorNoDetails,
  vpErrorFits,
  vpErrorRepeat,
]
