import { z } from 'zod'
import type { CredentialType } from '../../../ground/formats/credential-format'
import type { StatusName } from '../../../ground/status/status-bits'

/** Entries of each list, used or not: the number of credentials does not show. HAIP-6.1, TSL14-12.1 */
export const statusListSize = 131_072

/**
 * Credentials of a session that get an entry, in all its lists: so few that a random index is free in one draw or two, and that
 * a thousand changes of all of them are folded in an instant.
 */
export const statusEntriesMax = 2000

/** The format that the credentials of each list have, by the number of the list. */
const formats = new Map<number, CredentialType['format']>([
  [1, 'dc+sd-jwt'],
  [2, 'mso_mdoc'],
])

/** The lists of an issuer. */
export const statusListNumbers: readonly number[] = [...formats.keys()]

/** The format of the credentials of a list; `null` for a number that no list has. */
export const formatOfStatusList = (list: number): CredentialType['format'] | null => formats.get(list) ?? null

/** The list that credentials of a format are in. */
export const statusListOf = (format: CredentialType['format']): number => (format === 'mso_mdoc' ? 2 : 1)

/** The address of a list: `uri` of the credentials in it. */
export const statusListUri = (issuerIdentifier: string, list: number): string => `${issuerIdentifier}/status/${list}`

/** The list that an address names, with the id of its laboratory; `null` for any other address. */
export function statusListAt(uri: string, baseUrl: string): { readonly labId: string; readonly list: number } | null {
  const [, labId, number] =
    (uri.startsWith(`${baseUrl}/`) && /^\/lab\/([\w-]{22})\/status\/([12])$/.exec(uri.slice(baseUrl.length))) || []
  return labId === undefined ? null : { labId, list: Number(number) }
}

/** A status list, as the read-back of its session shows it. */
export const zStatusListView = z.object({
  list: z.int(),
  uri: z.url(),
  format: z.string(),
  entries: z.array(
    z.object({
      index: z.int(),
      status: z.enum(['valid', 'invalid', 'suspended']),
      issued_at: z.iso.datetime(),
      changed_at: z.iso.datetime().nullable(),
    }),
  ),
})

/** Where a credential is in the lists of its issuer. */
export interface StatusPlace {
  readonly list: number
  readonly index: number
}

/** What a list says of one credential. */
export interface StatusEntry extends StatusPlace {
  readonly status: StatusName
}
