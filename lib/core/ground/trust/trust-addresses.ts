import type { TrustRole } from '../ports/trust'

/** The name of the authority of a role, as in the addresses of its certificate and its revocation list. */
export const authorityNames = {
  access: 'access-ca',
  registrar: 'registrar-ca',
  pid: 'pid-ca',
} as const satisfies Record<TrustRole, string>

/** What begins the name of an authority that is on no list. */
export const strangerPrefix = 'stranger-'

/** Addresses that certificates, lists and registration certificates name. */
export const trustAddress = {
  information: (baseUrl: string): string => `${baseUrl}/trust`,
  support: (baseUrl: string): string => `${baseUrl}/trust/support`,
  privacy: (baseUrl: string): string => `${baseUrl}/trust/privacy`,
  policy: (baseUrl: string): string => `${baseUrl}/trust/policy`,
  registrar: (baseUrl: string): string => `${baseUrl}/trust/registrar`,
  /** An authority's certificate. */
  authority: (baseUrl: string, ca: string): string => `${baseUrl}/trust/ca/${ca}.cer`,
  /** An authority's revocation list. */
  revocationList: (baseUrl: string, ca: string): string => `${baseUrl}/trust/crl/${ca}.crl`,
  /** What belongs to one session. */
  session: (baseUrl: string, trustId: string): string => `${baseUrl}/trust/s/${trustId}`,
  sessionStatusList: (baseUrl: string, trustId: string): string => `${baseUrl}/trust/s/${trustId}/status.jwt`,
  sessionLists: (baseUrl: string, trustId: string): string => `${baseUrl}/trust/s/${trustId}/lists`,
  /** The lists of the newest session with an alias. */
  aliasLists: (baseUrl: string, alias: string): string => `${baseUrl}/trust/a/${alias}/lists`,
  sessionRevocationList: (baseUrl: string, trustId: string): string => `${baseUrl}/trust/s/${trustId}/access.crl`,
} as const
