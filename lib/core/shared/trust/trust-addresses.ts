import type { TrustRole } from '../ports/trust'

/** Name of each role's authority, as in the addresses of its certificate and revocation list. */
export const authorityNames = {
  access: 'access-ca',
  registrar: 'registrar-ca',
  pid: 'pid-ca',
} as const satisfies Record<TrustRole, string>

/** Name prefix of unlisted authorities. */
export const strangerPrefix = 'stranger-'

/** Addresses named in certificates, lists and registration certificates. */
export const trustAddress = {
  information: (baseUrl: string): string => `${baseUrl}/trust`,
  support: (baseUrl: string): string => `${baseUrl}/trust/support`,
  privacy: (baseUrl: string): string => `${baseUrl}/trust/privacy`,
  policy: (baseUrl: string): string => `${baseUrl}/trust/policy`,
  registrar: (baseUrl: string): string => `${baseUrl}/trust/registrar`,
  authority: (baseUrl: string, ca: string): string => `${baseUrl}/trust/ca/${ca}.cer`,
  revocationList: (baseUrl: string, ca: string): string => `${baseUrl}/trust/crl/${ca}.crl`,
  /** Base of one session's resources. */
  session: (baseUrl: string, trustId: string): string => `${baseUrl}/trust/s/${trustId}`,
  sessionStatusList: (baseUrl: string, trustId: string): string => `${baseUrl}/trust/s/${trustId}/status.jwt`,
  sessionLists: (baseUrl: string, trustId: string): string => `${baseUrl}/trust/s/${trustId}/lists`,
  /** Lists of the newest session with an alias. */
  aliasLists: (baseUrl: string, alias: string): string => `${baseUrl}/trust/a/${alias}/lists`,
  sessionRevocationList: (baseUrl: string, trustId: string): string => `${baseUrl}/trust/s/${trustId}/access.crl`,
} as const
