import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { jweHeader } from './header'
import { jwePayload } from './payload'

/** Checks of an encrypted response: first the header, then the content. */
export const responseJweChecks: readonly Check<ResponseReading>[] = [
  ...Object.values(jweHeader),
  ...Object.values(jwePayload),
]
