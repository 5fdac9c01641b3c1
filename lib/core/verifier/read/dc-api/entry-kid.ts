/**
 * The `kid` of the key of a further entry of a request. A session is looked up by that of its first key, so the others lead to it.
 * Without a full stop, with which findings would take it for a token, and not show it.
 * @param first `kid` of the first key of the session
 * @param place of the entry among all, from 0
 */
export const furtherKid = (first: string, place: number): string => `${first}-${place}`

/** The `kid` by which the session is looked up whose request has this one. */
export const firstKid = (kid: string): string => kid.replace(/-[0-9]$/, '')
