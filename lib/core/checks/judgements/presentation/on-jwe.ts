import type { ResponseJweReading } from '../../../oid4vp/response/response-jwe-reading'
import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { notApplicable, type Outcome } from '../../check'

/** Runs a check on an encrypted response, readable or not. */
export const onJwe =
  (run: (jwe: ResponseJweReading, reading: ResponseReading) => Outcome) =>
  (reading: ResponseReading): Outcome =>
    reading.jwe === null ? notApplicable('The answer is not encrypted.') : run(reading.jwe, reading)
