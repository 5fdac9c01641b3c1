import { z } from 'zod'
import type { CredentialType } from '../../../shared/formats/credential-format'
import { belowIssuer } from '../../../shared/ports/uris'
import type { StatusName } from '../../../shared/status/status-bits'

/** Entries per list, used or not, so that its length does not reveal the number of credentials. HAIP-6.1, TSL14-12.1 */
export const statusListSize = 131_072

/**
 * Status entries per session, over all its lists: few enough that one or two random draws find a free index, and that a
 * thousand changes of all entries are folded quickly.
 */
export const statusEntriesMax = 2000

/** Credential format by list number. */
const formats = new Map<number, CredentialType['format']>([
  [1, 'dc+sd-jwt'],
  [2, 'mso_mdoc'],
])

export const statusListNumbers: readonly number[] = [...formats.keys()]

/** `null` for an unknown list number. */
export const formatOfStatusList = (list: number): CredentialType['format'] | null => formats.get(list) ?? null

/** Number of the list for a credential format. */
export const statusListOf = (format: CredentialType['format']): number => (format === 'mso_mdoc' ? 2 : 1)

/** The list URL, which is `uri` in its credentials. */
export const statusListUri = (issuerIdentifier: string, list: number): string =>
  belowIssuer(issuerIdentifier, `status/${list}`)

/** The list and laboratory that a URL names; `null` for any other URL. */
export function statusListAt(uri: string, baseUrl: string): { readonly labId: string; readonly list: number } | null {
  const [, labId, number] =
    (uri.startsWith(`${baseUrl}/`) && /^\/lab\/([\w-]{22})\/status\/([12])$/.exec(uri.slice(baseUrl.length))) || []
  return labId === undefined ? null : { labId, list: Number(number) }
}

/** A status list in the read-back of its session. */
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

/** Position of a credential in its issuer's lists. */
export interface StatusPlace {
  readonly list: number
  readonly index: number
}

/** Current status of one credential. */
export interface StatusEntry extends StatusPlace {
  readonly status: StatusName
}
