import { type EpochMillis, toIso } from '../../shared/time/time'

/** The UTC time of an instant for a sentence, in whole seconds: `20:41:33 UTC`. */
export const clockTime = (at: EpochMillis): string => `${toIso(at).slice(11, 19)} UTC`
