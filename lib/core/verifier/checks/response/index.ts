import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { responseGate, responseState } from './session'
import { responseTransport } from './transport'

/** Checks that run first and decide whether a response is examined at all. */
export const responseGateChecks: readonly Check<ResponseReading>[] = Object.values(responseGate)

/** Checks of how a response was sent. */
export const responseTransportChecks: readonly Check<ResponseReading>[] = Object.values(responseTransport)

/** Checks of which request a response answers; they run after decryption. */
export const responseStateChecks: readonly Check<ResponseReading>[] = Object.values(responseState)
