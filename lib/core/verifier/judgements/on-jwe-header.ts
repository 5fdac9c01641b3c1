import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { ResponseJweReading } from '../read/response/response-jwe-reading'
import type { ResponseReading } from '../read/response/response-reading'
import { onJwe } from './on-jwe'

/** Runs a check on the protected header of an encrypted response; an unreadable one has its own check. */
export const onJweHeader = (
  run: (header: Readonly<Record<string, unknown>>, jwe: ResponseJweReading, reading: ResponseReading) => Outcome,
): ((reading: ResponseReading) => Outcome) =>
  onJwe((jwe, reading) =>
    jwe.header === null
      ? notApplicable(say`The header cannot be read; see vp.jwe.compact and vp.jwe.header_json.`)
      : run(jwe.header, jwe, reading),
  )
