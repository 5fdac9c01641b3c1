import type { IssuanceSession, OneTimeValue } from '../../../ground/ports/store-types'
import type { CodeReading } from './token-reading'

/** Distinguishes the codes of a session in its events without revealing one. */
export const codeId = ({ digest }: Pick<OneTimeValue, 'digest'>): string => digest.slice(0, 16)

/** Names the code of a later offer of its session; `null` for that of the first one, whose events name none. */
export const laterCodeId = (session: IssuanceSession, code: CodeReading): string | null =>
  session.laterOffer === undefined || !('value' in code) ? null : codeId(code.value)
