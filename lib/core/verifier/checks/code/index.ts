import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { codeCaptured } from './captured'

/** Checks of an answer to a request for a code. */
export const codeChecks: readonly Check<ResponseReading>[] = [codeCaptured]
