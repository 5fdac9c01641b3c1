import type { RequestContext } from '../../engine/endpoints/request-context'
import { isWorkbenchId } from '../../engine/sessions/workbench'
import { digestOf } from '../../shared/ports/digests'
import { ProtocolError } from '../../shared/ports/errors'
import type { Workbench } from '../../shared/ports/workbench'

/** The refusal for a workbench that has ended, or never was: nobody can tell which. */
const workbenchEnded = (): ProtocolError =>
  new ProtocolError('workbench_not_found', 'This code has ended: open a new workbench.')

/** The workbench that is found by this id, if it has not ended. */
export async function findWorkbench(
  key: 'digest' | 'doorDigest' | 'viewDigest',
  id: string,
  { ports }: Pick<RequestContext, 'ports'>,
): Promise<Workbench | null> {
  if (!isWorkbenchId(id)) return null
  const found = await ports.store.workbench(key, digestOf(id, ports.sha256))
  return found !== null && found.expiresAt > ports.now() ? found : null
}

/** The workbench in the path, with its id. Throws `workbench_not_found`. */
export async function requireWorkbench(
  context: RequestContext,
): Promise<{ readonly workbenchId: string; readonly workbench: Workbench }> {
  const workbenchId = context.params.workbenchId ?? ''
  const workbench = await findWorkbench('digest', workbenchId, context)
  if (workbench === null) throw workbenchEnded()
  return { workbenchId, workbench }
}
