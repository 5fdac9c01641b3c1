import type { JsonObject } from '../../ground/values/json'
import { x509HashPrefix } from '../identity/verifier-client-id'
import { ofSignerOnBoth, refused, type VerifierDeviation } from './verifier-deviation'

const claimed =
  (rename: (clientId: string) => string) =>
  (claims: JsonObject): JsonObject => ({ ...claims, client_id: rename(String(claims.client_id)) })

/** Renames the client in both the request and the link. */
const renamed = (rename: (clientId: string) => string): Pick<VerifierDeviation, 'changes' | 'inLink'> => ({
  inLink: true,
  changes: {
    claims: claimed(rename),
    link: (parameters) => parameters.map(([name, value]) => [name, name === 'client_id' ? rename(value) : value]),
  },
})

/**
 * A hash that matches no certificate: the right one with its characters shifted, or a made-up one for a client with a
 * name.
 */
const otherHash = (clientId: string): string =>
  clientId.startsWith(x509HashPrefix)
    ? clientId.replace(
        /^(x509_hash:)(.)(.{41})/,
        (_, prefix: string, first: string, rest: string) => prefix + rest + first,
      )
    : `${x509HashPrefix}${'0A1b'.repeat(10)}0A0`

/** The client under a different prefix. */
const withPrefix =
  (prefix: string) =>
  (clientId: string): string =>
    clientId.replace(/^[^:]*:/, prefix)

const notThisClient = ['invalid_request', 'invalid_client', 'invalid_request_object'] as const

/** The request misstates who is asking. OID4VP-1FINAL-5.9 */
export const clientIdentifierDeviations: readonly VerifierDeviation[] = [
  {
    id: 'client_id_mismatch',
    title: 'The client_id of the request is not that of the link.',
    clause: 'OID4VP-1FINAL-5.10.1',
    ...refused(...notThisClient),
    changes: {
      claims: claimed((clientId) => `${clientId}-mismatched`),
    },
  },
  {
    id: 'client_id_unknown_prefix',
    title: 'The client_id has an undefined prefix.',
    clause: 'OID4VP-1FINAL-5.9.2',
    ...refused(...notThisClient),
    ...ofSignerOnBoth,
    ...renamed(withPrefix('invalid_scheme:')),
  },
  {
    id: 'client_id_wrong_hash',
    title: 'The client_id is the hash of another certificate.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notThisClient),
    ...ofSignerOnBoth,
    ...renamed(otherHash),
  },
  {
    id: 'client_id_origin_prefix',
    title: 'The client_id has the prefix origin, which requests never have.',
    clause: 'OID4VP-1FINAL-5.9.3',
    ...refused(...notThisClient),
    ...ofSignerOnBoth,
    ...renamed(withPrefix('origin:https://')),
  },
]
