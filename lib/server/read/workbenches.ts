import { campaignTitle } from '@/lib/core/campaigns/campaign-view'
import { workbenchMark } from '@/lib/core/engine/sessions/workbench'
import { digestOf } from '@/lib/core/shared/ports/digests'
import type { Ports } from '@/lib/core/shared/ports/ports'
import type { ProtocolSettings } from '@/lib/core/shared/ports/settings'
import type { Workbench } from '@/lib/core/shared/ports/workbench'
import { findWorkbench } from '@/lib/core/workbenches/endpoints/workbench-endpoint'
import type { RunLine } from '@/lib/core/workbenches/fold-runs'
import { runLine } from '@/lib/core/workbenches/run-line'
import { readRuns, type WorkbenchRun } from '@/lib/core/workbenches/session-row'

/** What a workbench is called. */
export interface NamedWorkbench {
  /** Four characters by which evidence names it. */
  readonly mark: string
  readonly name: string | null
  readonly wallet: { readonly name: string; readonly version: string } | null
}

/** A workbench as every reader of it may see it: without its id, its addresses and its settings. */
export interface ShownWorkbench extends NamedWorkbench {
  /** The newest sessions, newest first. */
  readonly lines: readonly RunLine[]
  /** Scans that limits refused. */
  readonly refused: number
  /** Changes with everything that a page of it shows. */
  readonly revision: string
}

const namesOf = ({ digest, name, wallet }: Workbench): NamedWorkbench => ({
  mark: workbenchMark(digest),
  name: name ?? null,
  wallet: wallet ?? null,
})

/** What the workbench with this id is called; `null` if nothing has it, or it has ended. */
export async function readNamedWorkbench(
  key: 'digest' | 'viewDigest',
  id: string,
  context: { readonly ports: Ports },
): Promise<NamedWorkbench | null> {
  const workbench = await findWorkbench(key, id, context)
  return workbench && namesOf(workbench)
}

/** The campaigns of these sessions, by their ids. */
async function campaignsOf(
  runs: readonly WorkbenchRun[],
  { ports }: { readonly ports: Ports },
): Promise<ReadonlyMap<string, NonNullable<RunLine['campaign']>>> {
  const ids = [...new Set(runs.flatMap(({ session }) => session.campaignId ?? []))]
  const found = await Promise.all(ids.map((id) => ports.store.campaign(id)))
  return new Map(
    found.flatMap((one) => {
      if (one === null) return []
      const { campaignId: id, presets } = one
      return [[id, { id, title: campaignTitle(one), steps: presets.length }] as const]
    }),
  )
}

/** Reads a workbench with what its sessions came to; `null` if nothing has this id, or it has ended. */
export async function readWorkbench(
  key: 'digest' | 'viewDigest',
  id: string,
  context: {
    readonly ports: Ports
    readonly settings: ProtocolSettings
    /** How many scans limits refused, by the digest of the door. */
    readonly refusedScans: (doorDigest: string) => number
  },
): Promise<ShownWorkbench | null> {
  const workbench = await findWorkbench(key, id, context)
  if (workbench === null) return null
  const runs = await readRuns(workbench, 0, context)
  const campaigns = await campaignsOf(runs, context)
  const lines = runs.flatMap((run) => runLine(run, campaigns)).reverse()
  const refused = context.refusedScans(workbench.doorDigest)
  const revision = [
    workbench.version,
    refused,
    workbench.lastNumber,
    ...lines.map(({ number, tone, cause, what }) => `${number}${tone}${cause ?? ''}${what}`),
  ].join()
  return {
    ...namesOf(workbench),
    lines,
    refused,
    revision: digestOf(revision, context.ports.sha256),
  }
}
