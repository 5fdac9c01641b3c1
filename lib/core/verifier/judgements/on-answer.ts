import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { ResponseParameters, ResponseReading } from '../read/response/response-reading'
import { isUnreadable } from './is-unreadable'

/** Runs a check on the parameters of a readable response that is not an error. */
export const onAnswer =
  (run: (parameters: ResponseParameters, reading: ResponseReading) => Outcome) =>
  (reading: ResponseReading): Outcome => {
    if (reading.kind === 'error') return notApplicable(say`The response is an error.`)
    if (reading.kind === 'nothing') return notApplicable(say`The response holds no response parameters.`)
    if (isUnreadable(reading.jwe, reading.annexC)) return notApplicable(say`The response could not be decrypted.`)
    return run(reading.parameters, reading)
  }
