import type { BrowserAbility } from './digital-credential'

/** Why a browser cannot be asked, as the service records it. */
export type Obstacle = 'insecure_context' | 'other_origin' | 'no_api' | 'no_protocol'

interface Surroundings extends BrowserAbility {
  /** Whether the browser counts the page as safe: https, or this machine. */
  readonly isSecure: boolean
  /** Where the page was opened. */
  readonly pageOrigin: string
  /** Where the service says it is: what a wallet binds its response to. */
  readonly origin: string
  readonly protocols: readonly string[]
}

/** Why the browser cannot be asked here; `null` where it can. */
export function obstacleTo(around: Surroundings): Obstacle | null {
  const { isSecure, pageOrigin, origin, hasApi, allows, protocols } = around
  const isElsewhere = pageOrigin !== origin
  // Where the service has https, opening the page there is what helps.
  if (!isSecure && !(isElsewhere && origin.startsWith('https:'))) return 'insecure_context'
  if (isElsewhere) return 'other_origin'
  if (!hasApi) return 'no_api'
  return protocols.every((protocol) => allows[protocol] === false) ? 'no_protocol' : null
}

/** The sentence of an obstacle; those of others have a link or names in them. */
export const obstacleWords: Readonly<Record<Exclude<Obstacle, 'other_origin' | 'no_protocol'>, string>> = {
  insecure_context: 'This page needs https: start with --phone.',
  no_api: 'This browser has no Digital Credentials API.',
}
