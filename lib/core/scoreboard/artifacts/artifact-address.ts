import type { LastExecution } from '../z-statistics'
import type { ArtifactMember, ArtifactNames } from './artifact-members'

/** Path of a file of an execution, below the origin. */
export const artifactPath = (executionId: string, name: string): string =>
  `/media/executions/${encodeURIComponent(executionId)}/${encodeURIComponent(name)}`

/** Path of an organisation's logo. */
export const logoPath = (organizationId: string, name: string): string =>
  `/media/organizations/${encodeURIComponent(organizationId)}/${encodeURIComponent(name)}`

/** Path of the logo of a wallet, issuer, credential or other entity. */
export const entityLogoPath = (collection: string, recordId: string, name: string): string =>
  `/media/entities/${collection}/${encodeURIComponent(recordId)}/${encodeURIComponent(name)}`

/** A file of ours, identified by its address. */
export interface OwnFile {
  readonly kind: 'executions' | 'organizations'
  readonly id: string
  readonly name: string
}

/** The file of ours at an address, with or without our origin; `null` for any other address. */
export function readOwnFile(address: string, baseUrl: string): OwnFile | null {
  const path = address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length) : address
  const [, kind, id = '', name = ''] = /^\/media\/(executions|organizations)\/([^/?#]+)\/([^/?#]+)$/.exec(path) ?? []
  if (kind !== 'executions' && kind !== 'organizations') return null
  try {
    return { kind, id: decodeURIComponent(id), name: decodeURIComponent(name) }
  } catch {
    return null
  }
}

/** Members of `last_execution` that hold the address of a file, and the record that stores that file. */
export const fileMembers = {
  screenshots: 'screenshots',
  video: 'videos',
  video_results: 'videos',
  logs: 'logs',
  org_logo: 'logo',
} as const satisfies Readonly<Partial<Record<keyof LastExecution, ArtifactMember | 'logo'>>>

export type FileMember = keyof typeof fileMembers

const fileMemberNames = Object.keys(fileMembers) as FileMember[]

/** The files stored for an execution and for the organisation that owns its pipeline. */
export interface KeptFiles {
  /** `null` if the ledger has no such execution. */
  readonly execution: { readonly id: string; readonly names: ArtifactNames } | null
  readonly organization: { readonly id: string; readonly logo: string }
}

/** The form part that an address refers to; `null` for any other address. */
export const attachedPart = (address: string): string | null => /^attachment:(.+)$/.exec(address)?.[1] ?? null

/** The addresses of the files that an execution names. */
export const namedFiles = (used: Partial<LastExecution>): { readonly member: FileMember; readonly address: string }[] =>
  fileMemberNames.flatMap((member) => (used[member] ? [{ member, address: used[member] }] : []))

/**
 * Whether this is the address of a file stored with this very execution or organisation. Anything else is not ours to
 * show, and is never fetched.
 */
export function isKept(member: FileMember, address: string, files: KeptFiles, baseUrl: string): boolean {
  const own = readOwnFile(address, baseUrl)
  if (own === null) return false
  const into = fileMembers[member]
  if (into === 'logo')
    return own.kind === 'organizations' && own.id === files.organization.id && own.name === files.organization.logo
  return own.kind === 'executions' && own.id === files.execution?.id && files.execution.names[into].includes(own.name)
}

/** The members of `last_execution` that name files, as addresses below the origin; empty strings if there is none. */
export function fileAddresses({ execution, organization }: KeptFiles) {
  const first = (member: ArtifactMember): string => {
    const name = execution?.names[member][0]
    return execution && name !== undefined ? artifactPath(execution.id, name) : ''
  }
  const video = first('videos')
  return {
    org_logo: organization.logo === '' ? '' : logoPath(organization.id, organization.logo),
    video,
    video_results: video,
    screenshots: first('screenshots'),
    logs: first('logs'),
  }
}
