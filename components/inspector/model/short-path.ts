/**
 * Shortens a path for a narrow row: drops the shared prefix and keeps what distinguishes requests.
 * `/issuers/x/token` becomes `…/token`.
 */
export function shortPath(path: string): string {
  const wellKnown = /^\/\.well-known\/[^/]+/.exec(path)
  if (wellKnown) return path.length > wellKnown[0].length ? `${wellKnown[0]}/…` : path
  const below = /^\/(?:issuers|authorization-servers|sessions|openid4vp\/sessions)\/[^/]+(\/.+)$/.exec(path)
  if (below?.[1] === undefined) return path
  return `…${below[1].replace(/([0-9a-f]{4})[0-9a-f]{4}-[0-9a-f-]{27}/, '$1…')}`
}
