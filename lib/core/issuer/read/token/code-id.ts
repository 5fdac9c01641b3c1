import type { OneTimeValue } from '../../../ground/ports/store-types'

/** Distinguishes the codes of a session in its events without revealing one. */
export const codeId = ({ digest }: Pick<OneTimeValue, 'digest'>): string => digest.slice(0, 16)
