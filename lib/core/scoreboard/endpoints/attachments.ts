import { ProtocolError } from '../../ground/ports/errors'
import type { ArtifactFile } from '../artifacts/artifact-members'
import { attachedPart, fileMembers, namedFiles } from '../artifacts/last-execution-files'
import { executionOf } from '../resolve-rows'
import type { FormPart } from '../scoreboard-ports'
import type { ResolvedNames, ScoreboardStore } from '../scoreboard-store'
import type { SaveRow } from '../z-save-results'
import { readArtifact, readLogo } from './read-artifacts'

/** The files attached for a row. */
interface RowAttachments {
  readonly row: SaveRow
  readonly artifacts: readonly ArtifactFile[]
  readonly logo: ReturnType<typeof readLogo> | null
}

/**
 * The files that rows refer to as parts of the form. Throws ProtocolError: 400 for a name without a part, a part that
 * no row names, or unacceptable content; 413 for a file that is too large.
 */
export function readAttachments(rows: readonly SaveRow[], parts: readonly FormPart[]): RowAttachments[] {
  const byName = new Map(parts.map((part) => [part.name, part]))
  const used = new Set<FormPart>()
  const attachments = rows.flatMap((row): RowAttachments[] => {
    const artifacts: ArtifactFile[] = []
    let logo: RowAttachments['logo'] = null
    for (const { member, address } of namedFiles(row.last_execution ?? {})) {
      const name = attachedPart(address)
      if (name === null) continue
      const part = byName.get(name)
      if (part === undefined) throw refusal(row, `last_execution.${member} names no part of the form`)
      used.add(part)
      const into = fileMembers[member]
      if (into === 'logo') logo = readLogo(name, part.bytes)
      else artifacts.push(readArtifact({ member: into, index: 1, part: name, bytes: part.bytes }))
    }
    return artifacts.length > 0 || logo !== null ? [{ row, artifacts, logo }] : []
  })
  const [unused] = parts.filter((part) => !used.has(part))
  if (unused !== undefined)
    throw new ProtocolError('invalid_request', 'No row names a part of the form as attachment; details has its name.', {
      details: [{ path: unused.name.slice(0, 200), code: 'custom', message: 'is named by no row' }],
    })
  return attachments
}

/** Stores the files of rows whose execution and pipeline are known. Other files have no record to belong to. */
export async function keepAttachments(
  attachments: readonly RowAttachments[],
  found: ResolvedNames,
  store: ScoreboardStore,
): Promise<void> {
  for (const { row, artifacts, logo } of attachments) {
    const execution = executionOf(row, found)
    if (execution !== null && artifacts.length > 0) await store.keepArtifacts(execution.id, artifacts)
    const owner = found.pipelines.get(row.pipeline_id)
    if (owner !== undefined && logo !== null) await store.keepLogo(owner.id, logo)
  }
}

const refusal = (row: SaveRow, message: string): ProtocolError =>
  new ProtocolError('invalid_request', 'A row names a file that was not sent; details names the row.', {
    details: [{ path: row.pipeline_id, code: 'custom', message }],
  })
