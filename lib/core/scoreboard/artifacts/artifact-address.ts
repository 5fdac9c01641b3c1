/** Path of a file of an execution, below the origin. */
export const artifactPath = (executionId: string, name: string): string =>
  `/media/executions/${encodeURIComponent(executionId)}/${encodeURIComponent(name)}`

/** Path of an organisation's logo. */
export const logoPath = (organizationId: string, name: string): string =>
  `/media/organizations/${encodeURIComponent(organizationId)}/${encodeURIComponent(name)}`

/** Path of the logo of an entity that pipelines use: a wallet, an issuer, a credential. */
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
