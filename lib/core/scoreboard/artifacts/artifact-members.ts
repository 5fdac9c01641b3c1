import type { ArtifactFamily } from './recognise-artifact'

const mebibyte = 1024 * 1024

/** The members of an execution that hold files: what each takes, how many, and bytes of one. */
export const artifactMembers = {
  screenshots: { family: 'image', filesMax: 20, bytesMax: 5 * mebibyte },
  videos: { family: 'video', filesMax: 5, bytesMax: 50 * mebibyte },
  logs: { family: 'text', filesMax: 5, bytesMax: 5 * mebibyte },
  report: { family: 'text', filesMax: 1, bytesMax: 5 * mebibyte },
} as const satisfies Readonly<Record<string, { family: ArtifactFamily; filesMax: number; bytesMax: number }>>
export type ArtifactMember = keyof typeof artifactMembers
export const artifactMemberNames = Object.keys(artifactMembers) as ArtifactMember[]

/** Bytes that the logo of an organisation may have. */
export const logoBytesMax = mebibyte

/** The names of the files of one execution. */
export type ArtifactNames = Readonly<Record<ArtifactMember, readonly string[]>>

/** A file that is to be kept, under a name that says what is in it. */
export interface ArtifactFile {
  readonly member: ArtifactMember
  readonly name: string
  readonly bytes: Uint8Array
}
