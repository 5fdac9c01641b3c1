import { type Endpoint, type PlainAnswer, plain } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { ServicePorts } from '../scoreboard-ports'

/** The input of a scoreboard endpoint. */
export interface ScoreboardContext extends RequestContext {
  readonly ports: ServicePorts
  /**
   * Whether the request came with the admin key, for endpoints that say more to who has it. Throws ProtocolError where it
   * came with a key that is refused.
   */
  readonly holdsAdminKey: () => boolean
}

/**
 * Declares a plain endpoint that uses the scoreboard's ports. The cast is safe because a single function creates every
 * context, with the ports of the whole service: `toContext` in `lib/server/record/serve.ts`, whose return type the
 * compiler checks.
 */
export const scoreboardEndpoint = (answer: (context: ScoreboardContext) => Promise<PlainAnswer>): Endpoint =>
  plain((context) => answer(context as ScoreboardContext))
