import type { OneTimeValue } from '../../../ground/ports/store-types'

/** Tells the codes of a session apart in its events without naming one. */
export const codeId = ({ digest }: Pick<OneTimeValue, 'digest'>): string => digest.slice(0, 16)
