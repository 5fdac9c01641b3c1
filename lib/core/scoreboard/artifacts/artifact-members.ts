import type { ArtifactFamily } from './recognise-artifact'

const mebibyte = 1024 * 1024

/** The file members of an execution: accepted types, number of files and bytes per file. */
export const artifactMembers = {
  screenshots: { family: 'image', filesMax: 20, bytesMax: 5 * mebibyte },
  videos: { family: 'video', filesMax: 5, bytesMax: 50 * mebibyte },
  logs: { family: 'text', filesMax: 5, bytesMax: 5 * mebibyte },
  report: { family: 'text', filesMax: 1, bytesMax: 5 * mebibyte },
} as const satisfies Readonly<Record<string, { family: ArtifactFamily; filesMax: number; bytesMax: number }>>
export type ArtifactMember = keyof typeof artifactMembers
export const artifactMemberNames = Object.keys(artifactMembers) as ArtifactMember[]

/** Maximum bytes of an organisation's logo. */
export const logoBytesMax = mebibyte

/** File names of one execution. */
export type ArtifactNames = Readonly<Record<ArtifactMember, readonly string[]>>

/** A file to store, under a name derived from its content. */
export interface ArtifactFile {
  readonly member: ArtifactMember
  readonly name: string
  readonly bytes: Uint8Array
}
