import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { ResponseJweReading } from '../read/response/response-jwe-reading'
import type { ResponseReading } from '../read/response/response-reading'

/** Runs a check on an encrypted response, readable or not. */
export const onJwe =
  (run: (jwe: ResponseJweReading, reading: ResponseReading) => Outcome) =>
  (reading: ResponseReading): Outcome =>
    reading.jwe === null ? notApplicable(say`The response is not encrypted.`) : run(reading.jwe, reading)
