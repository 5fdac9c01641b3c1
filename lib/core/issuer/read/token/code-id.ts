import type { IssuanceSession, OneTimeValue } from '../../../ground/ports/store-types'

/** Distinguishes the codes of a session in its events without revealing one. */
export const codeId = ({ digest }: Pick<OneTimeValue, 'digest'>): string => digest.slice(0, 16)

/** Names the code of a later offer of its session; `null` for that of the first one, whose events name none. */
export const laterCodeId = (
  session: Pick<IssuanceSession, 'laterOffer'> | null,
  code: { readonly state: string; readonly value?: Pick<OneTimeValue, 'digest'> },
): string | null => (session?.laterOffer === undefined || code.value === undefined ? null : codeId(code.value))
