import type { SessionHead } from './flow-model'

/** The title of a session with what deviates in it, so that no two tests of one credential have the same. */
export const withDeviation = (title: string, deviation: string | null): string =>
  deviation === null ? title : `${title}: ${deviation}`

/** What the tab of a session is called: what it came to, its name if it has one, its title, and where its id begins. */
export const tabTitle = (
  { session_id: id, outcome, name }: Pick<SessionHead, 'session_id' | 'outcome' | 'name'>,
  title: string,
): string => `${outcome.sentence}: ${name === null ? '' : `${name}, `}${title} · ${shortId(id)}`

/** Where an id begins: tells runs of the same test apart. */
export const shortId = (id: string): string => id.slice(0, 8)
