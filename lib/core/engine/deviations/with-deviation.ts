/** The title of a session with what deviates in it, so that no two tests of one credential have the same. */
export const withDeviation = (title: string, deviation: string | null): string =>
  deviation === null ? title : `${title}: ${deviation}`
