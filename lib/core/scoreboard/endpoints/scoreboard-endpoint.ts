import { type Endpoint, type PlainAnswer, plain } from '../../engine/endpoints/endpoint'
import { refuseMade } from '../../engine/endpoints/entered-text'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { isProtocolError, ProtocolError } from '../../shared/ports/errors'
import type { ServicePorts } from '../scoreboard-ports'

/** The input of a scoreboard endpoint. */
export interface ScoreboardContext extends RequestContext {
  readonly ports: ServicePorts
  /**
   * Whether the request came with the admin key, for endpoints that return more with it. Throws ProtocolError for an
   * invalid key.
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

/**
 * Like `refuseMade`, for names, identifiers and addresses in an operator's body, which others refer to and everybody
 * may see. The place is in `details` too, where the operator's forms look for it.
 * @param except members that are redacted instead, or change nothing
 */
export async function refuseMadeNames(
  sent: unknown,
  { ports }: Pick<ScoreboardContext, 'ports'>,
  except: readonly string[] = [],
): Promise<void> {
  try {
    await refuseMade(sent, ports, except)
  } catch (error) {
    const pointer = isProtocolError(error) ? error.members.pointer : undefined
    if (!isProtocolError(error) || typeof pointer !== 'string') throw error
    // Problems of a definition are located relative to its root.
    const path = pointer
      .slice(1)
      .replaceAll('/', '.')
      .replace(/^definition\./, '')
    throw new ProtocolError(error.code, error.description, {
      pointer,
      details: [{ path, code: 'live_value', message: 'must hold no value that this service made and still takes' }],
    })
  }
}
