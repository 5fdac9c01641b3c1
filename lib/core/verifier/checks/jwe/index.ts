import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { jweHeader } from './header'
import { jwePayload } from './payload'

/** Checks of an encrypted answer: its header first, then its content. */
export const responseJweChecks: readonly Check<ResponseReading>[] = [
  ...Object.values(jweHeader),
  ...Object.values(jwePayload),
]
