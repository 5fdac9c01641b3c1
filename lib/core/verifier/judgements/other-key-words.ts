import { say, type Wording } from '../../ground/values/wording'
import type { ResponseJweReading } from '../read/response/response-jwe-reading'

/** Whose key encrypted a response to another session: of its request, or of which entry of it. */
export const otherKeyWords = ({
  otherSession,
  otherEntry,
}: Pick<ResponseJweReading, 'otherSession' | 'otherEntry'>): Wording =>
  otherEntry === null
    ? say`the key of session ${otherSession}`
    : say`the key of entry ${otherEntry} of session ${otherSession}`
