/** Megabytes that this process had resident at most so far. It never falls, so that a difference is a new peak. */
export const peakMegabytes = (): number => process.resourceUsage().maxRSS / 1024
