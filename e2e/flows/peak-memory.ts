/** Peak resident memory of this process so far, in megabytes. It never falls, so a difference means a new peak. */
export const peakMegabytes = (): number => process.resourceUsage().maxRSS / 1024
