import type { SessionHead } from './flow-model'

/** What the tab of a session is called: what it came to, its name if it has one, its title, and where its id begins. */
export const tabTitle = (
  { session_id: id, outcome, name }: Pick<SessionHead, 'session_id' | 'outcome' | 'name'>,
  title: string,
): string => `${outcome.sentence}: ${name === null ? '' : `${name}, `}${title} · ${shortId(id)}`

/** Where an id begins: tells runs of the same test apart. */
export const shortId = (id: string): string => id.slice(0, 8)
