/** Where a file of an execution is read, below the origin. */
export const artifactPath = (executionId: string, name: string): string =>
  `/media/executions/${encodeURIComponent(executionId)}/${encodeURIComponent(name)}`

/** Where the logo of an organisation is read. */
export const logoPath = (organizationId: string, name: string): string =>
  `/media/organizations/${encodeURIComponent(organizationId)}/${encodeURIComponent(name)}`

/** Where the logo of a thing that pipelines use is read: a wallet, an issuer, a credential. */
export const entityLogoPath = (collection: string, recordId: string, name: string): string =>
  `/media/entities/${collection}/${encodeURIComponent(recordId)}/${encodeURIComponent(name)}`

/** A file of ours that an address names. */
export interface OwnFile {
  readonly kind: 'executions' | 'organizations'
  readonly id: string
  readonly name: string
}

/** The file of ours that an address names, with or without our origin; `null` for every other address. */
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
