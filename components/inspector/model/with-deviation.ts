/** The title of a session with what deviates in it, so that no two tests of one credential have the same. */
export const withDeviation = (title: string, deviation: string | null): string =>
  deviation === null ? title : `${title}: ${deviation}`

/** What the tab of a session is called: what it came to, its name if it has one, and its title. */
export const tabTitle = (
  { outcome, name }: { readonly outcome: { readonly sentence: string }; readonly name: string | null },
  title: string,
): string => `${outcome.sentence}: ${name === null ? '' : `${name}, `}${title}`
