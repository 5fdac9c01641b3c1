import { type Endpoint, type PlainAnswer, plain } from '../../engine/endpoints/endpoint'
import { refuseMade } from '../../engine/endpoints/entered-text'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { isProtocolError, ProtocolError } from '../../shared/ports/errors'
import type { Asking } from '../asking'
import { narrowedEntities, narrowedLedger, narrowedPipelines } from '../pipelines/narrowed-ports'
import type { ServicePorts } from '../scoreboard-ports'

/** The input of a scoreboard endpoint. */
export interface ScoreboardContext extends RequestContext {
  readonly ports: ServicePorts
  /**
   * Who asks with a key; `null` if the request has none. Throws ProtocolError for a key that is not valid, and
   * StoreUnavailable.
   */
  readonly asking: () => Promise<Asking | null>
  /** Whether who asks may show a session as evidence of a run. Throws StoreUnavailable. */
  readonly mayShowEvidence: (by: Asking, sessionId: string) => Promise<boolean>
  /** The /24 or /48 of the client, for the audit; '' for this machine. */
  readonly network: string
}

/** The input of an endpoint of organisations. */
export interface AskedContext extends ScoreboardContext {
  /** Who asks. */
  readonly by: Asking
}

/**
 * Declares a plain endpoint that uses the scoreboard's ports. The cast is safe because a single function creates every
 * context, with the ports of the whole service: `toContext` in `lib/server/record/serve.ts`, whose return type the
 * compiler checks.
 */
export const scoreboardEndpoint = (answer: (context: ScoreboardContext) => Promise<PlainAnswer>): Endpoint =>
  plain((context) => answer(context as ScoreboardContext))

/**
 * Declares an endpoint that takes the admin key, or the key of an organisation: `auth: 'organization'` in its contract
 * entry. Its ports show an organisation its own pipelines and executions alone.
 */
export const organizationEndpoint = (answer: (context: AskedContext) => Promise<PlainAnswer>): Endpoint =>
  scoreboardEndpoint(async (context) => {
    const by = await context.asking()
    if (by === null) throw new Error('An endpoint of organisations was reached without a key.')
    return answer(narrowed(context, by))
  })

/** The context of a request for who asks. */
function narrowed(context: ScoreboardContext, by: Asking): AskedContext {
  const { scoreboard } = context.ports
  const pipelines = narrowedPipelines(scoreboard.pipelines, by)
  const store = narrowedLedger(scoreboard.store, by)
  const entities = narrowedEntities(scoreboard.entities, by)
  return { ...context, by, ports: { ...context.ports, scoreboard: { ...scoreboard, pipelines, store, entities } } }
}

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
