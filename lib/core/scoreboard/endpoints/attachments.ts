import { ProtocolError } from '../../shared/ports/errors'
import { attachedPart, fileMembers, namedFiles } from '../artifacts/artifact-address'
import {
  type ArtifactFile,
  type ArtifactMember,
  artifactMemberNames,
  artifactMembers,
  logoBytesMax,
} from '../artifacts/artifact-members'
import { type ArtifactFamily, recogniseArtifact } from '../artifacts/recognise-artifact'
import { executionOf } from '../resolve-rows'
import type { FormPart } from '../scoreboard-ports'
import type { ResolvedNames, ScoreboardStore } from '../scoreboard-store'
import type { SaveRow } from '../z-save-results'

const isMember = (name: string): name is ArtifactMember => artifactMemberNames.some((member) => member === name)

/**
 * The files of a form whose parts are named after their members. Throws ProtocolError: 400 for another name, too many
 * files, or content that the member does not accept; 413 for a file that is too large.
 */
export function readArtifacts(parts: readonly FormPart[]): ArtifactFile[] {
  const counts = new Map<ArtifactMember, number>()
  return parts.map(({ name, bytes }) => {
    if (!isMember(name)) throw fileRefusal(name, `is none of ${artifactMemberNames.join(', ')}`)
    const index = (counts.get(name) ?? 0) + 1
    counts.set(name, index)
    return readArtifact({ member: name, index, part: name, bytes })
  })
}

/**
 * One file for a member, the `index`th, counted from 1. Its stored name comes from its position and content, never from
 * the sender. Throws like `readArtifacts`, naming the `part` that contains it.
 */
function readArtifact(file: {
  readonly member: ArtifactMember
  readonly index: number
  readonly part: string
  readonly bytes: Uint8Array
}): ArtifactFile {
  const { member, index, part, bytes } = file
  const { family, filesMax, bytesMax } = artifactMembers[member]
  if (index > filesMax) throw fileRefusal(part, `comes more than ${filesMax} times`)
  const extension = requireFamily(part, bytes, family, bytesMax)
  return { member, name: `${member}-${index}.${extension}`, bytes }
}

/** The logo of an organisation or of what it owns. Throws like `readArtifacts`. */
export function readLogo(part: string, bytes: Uint8Array): { readonly name: string; readonly bytes: Uint8Array } {
  return { name: `logo.${requireFamily(part, bytes, 'image', logoBytesMax)}`, bytes }
}

const taken: Readonly<Record<ArtifactFamily, string>> = {
  image: 'PNG, JPEG or WebP of at most 16384 pixels each way and 32 megapixels',
  video: 'MP4 or WebM',
  text: 'UTF-8 text without control characters',
}

function requireFamily(part: string, bytes: Uint8Array, family: ArtifactFamily, bytesMax: number): string {
  if (bytes.length > bytesMax)
    throw new ProtocolError('body_too_large', 'A file exceeds the limit of its member; details names it.', {
      details: [{ path: part, code: 'too_big', message: `must not be longer than ${bytesMax} bytes` }],
    })
  const type = recogniseArtifact(bytes)
  if (type?.family !== family) throw fileRefusal(part, `must hold ${taken[family]}`)
  return type.extension
}

const fileRefusal = (part: string, message: string): ProtocolError =>
  new ProtocolError('invalid_request', 'A file in the form cannot be accepted; details names it.', {
    details: [{ path: part.slice(0, 200), code: 'custom', message }],
  })

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
      if (part === undefined) throw rowRefusal(row, `last_execution.${member} names no part of the form`)
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

const rowRefusal = (row: SaveRow, message: string): ProtocolError =>
  new ProtocolError('invalid_request', 'A row names a file that was not sent; details names the row.', {
    details: [{ path: row.pipeline_id, code: 'custom', message }],
  })
