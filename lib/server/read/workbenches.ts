import { workbenchMark } from '@/lib/core/engine/sessions/workbench'
import { digestOf } from '@/lib/core/shared/ports/digests'
import type { Ports } from '@/lib/core/shared/ports/ports'
import type { ProtocolSettings } from '@/lib/core/shared/ports/settings'
import { findWorkbench } from '@/lib/core/workbenches/endpoints/workbench-endpoint'
import type { RunLine } from '@/lib/core/workbenches/fold-runs'
import { runLine } from '@/lib/core/workbenches/run-line'
import { readRuns } from '@/lib/core/workbenches/session-row'

/** A workbench as every reader of it may see it: without its id, its addresses and its settings. */
export interface ShownWorkbench {
  readonly mark: string
  readonly name: string | null
  readonly wallet: { readonly name: string; readonly version: string } | null
  /** The newest sessions, newest first. */
  readonly lines: readonly RunLine[]
  /** Changes with everything that a page of it shows. */
  readonly revision: string
}

/** Reads a workbench with what its sessions came to; `null` if nothing has this id, or it has ended. */
export async function readWorkbench(
  key: 'digest' | 'viewDigest',
  id: string,
  context: { readonly ports: Ports; readonly settings: ProtocolSettings },
): Promise<ShownWorkbench | null> {
  const workbench = await findWorkbench(key, id, context)
  if (workbench === null) return null
  const lines = (await readRuns(workbench, 0, context)).flatMap(runLine).reverse()
  const revision = [
    workbench.version,
    workbench.lastNumber,
    ...lines.map(({ number, tone, cause, what }) => `${number}${tone}${cause ?? ''}${what}`),
  ].join()
  return {
    mark: workbenchMark(workbench.digest),
    name: workbench.name ?? null,
    wallet: workbench.wallet ?? null,
    lines,
    revision: digestOf(revision, context.ports.sha256),
  }
}
