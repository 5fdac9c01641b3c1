/** An instant to the minute, for people anywhere: `2026-11-14 09:41 UTC`. `iso`: as the interface writes it. */
export const minuteOf = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`
