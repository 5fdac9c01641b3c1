import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import type { Check } from '../../check'
import { vpCodeCaptured } from './captured'

/** Checks of an answer to a request for a code. */
export const codeChecks: readonly Check<ResponseReading>[] = [vpCodeCaptured]
