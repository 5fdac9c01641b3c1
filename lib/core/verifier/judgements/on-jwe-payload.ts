import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { JwePayloadReading } from '../read/response/response-jwe-reading'
import type { ResponseReading } from '../read/response/response-reading'
import { onJwe } from './on-jwe'

/** Runs a check on the decrypted content, if one of our keys decrypted it. */
export const onJwePayload = (
  run: (payload: JwePayloadReading, reading: ResponseReading) => Outcome,
): ((reading: ResponseReading) => Outcome) =>
  onJwe((jwe, reading) =>
    jwe.payload === null
      ? notApplicable(say`The response could not be decrypted; see vp.jwe.decrypts.`)
      : run(jwe.payload, reading),
  )
