import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { annexcDecrypts } from './decrypts'
import { annexcEncPoint } from './enc-point'
import { annexcOnlyResponse } from './only-response'
import { annexcPlaintext } from './plaintext'
import { annexcResponseText } from './response-text'
import { annexcStructure } from './structure'

/** Checks of a response in the form of ISO/IEC 18013-7: its text first, then what is encrypted. */
export const annexCChecks: readonly Check<ResponseReading>[] = [
  annexcResponseText,
  annexcStructure,
  annexcEncPoint,
  annexcDecrypts,
  annexcPlaintext,
  annexcOnlyResponse,
]
