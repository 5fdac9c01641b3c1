import { refuseMade } from '../../engine/endpoints/entered-text'
import { isProtocolError, ProtocolError } from '../../ground/ports/errors'
import type { ScoreboardContext } from './scoreboard-endpoint'

/**
 * Throws like `refuseMade` for names, identifiers and addresses of an operator's body, which others refer to and everybody may
 * see. The place is in `details` too, where the operator's forms look for it.
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
    // Problems of a definition are told from its root on.
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
