import type { JwePayloadReading } from '../../../oid4vp/response/response-jwe-reading'
import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { notApplicable, type Outcome } from '../../check'
import { onJwe } from './on-jwe'

/** Lets a check look at what was encrypted, where some key of ours opened it. */
export const onJwePayload = (
  run: (payload: JwePayloadReading, reading: ResponseReading) => Outcome,
): ((reading: ResponseReading) => Outcome) =>
  onJwe((jwe, reading) =>
    jwe.payload === null
      ? notApplicable('The answer could not be decrypted; see vp.jwe.decrypts.')
      : run(jwe.payload, reading),
  )
