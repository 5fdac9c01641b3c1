import { ProtocolError } from '../../ground/ports/errors'
import {
  type ArtifactFile,
  type ArtifactMember,
  artifactMemberNames,
  artifactMembers,
  logoBytesMax,
} from '../artifacts/artifact-members'
import { type ArtifactFamily, recogniseArtifact } from '../artifacts/recognise-artifact'
import type { FormPart } from '../scoreboard-ports'

const isMember = (name: string): name is ArtifactMember => artifactMemberNames.some((member) => member === name)

/**
 * The files of a form whose parts are named after their members. Throws ProtocolError: 400 for another name, too many
 * files, or content that the member does not accept; 413 for a file that is too large.
 */
export function readArtifacts(parts: readonly FormPart[]): ArtifactFile[] {
  const counts = new Map<ArtifactMember, number>()
  return parts.map(({ name, bytes }) => {
    if (!isMember(name)) throw refusal(name, `is none of ${artifactMemberNames.join(', ')}`)
    const index = (counts.get(name) ?? 0) + 1
    counts.set(name, index)
    return readArtifact({ member: name, index, part: name, bytes })
  })
}

/**
 * One file for a member, the `index`th, counted from 1. Its stored name comes from its position and content, never from
 * the sender. Throws like `readArtifacts`, naming the `part` that contains it.
 */
export function readArtifact(file: {
  readonly member: ArtifactMember
  readonly index: number
  readonly part: string
  readonly bytes: Uint8Array
}): ArtifactFile {
  const { member, index, part, bytes } = file
  const { family, filesMax, bytesMax } = artifactMembers[member]
  if (index > filesMax) throw refusal(part, `comes more than ${filesMax} times`)
  const extension = requireFamily(part, bytes, family, bytesMax)
  return { member, name: `${member}-${index}.${extension}`, bytes }
}

/** The logo of an organisation. Throws like `readArtifacts`. */
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
  if (type?.family !== family) throw refusal(part, `must hold ${taken[family]}`)
  return type.extension
}

const refusal = (part: string, message: string): ProtocolError =>
  new ProtocolError('invalid_request', 'A file in the form cannot be accepted; details names it.', {
    details: [{ path: part.slice(0, 200), code: 'custom', message }],
  })
