import { z } from 'zod'
import type { LaboratoryOptions } from '../../../shared/ports/laboratory'
import { belowIssuer } from '../../../shared/ports/uris'

/**
 * Entries of a list that a laboratory hosts for units of wallets without a provider: a power of two of at least 10,000.
 * TS3-2.5.1
 */
export const unitListSize = 16_384

/** Seconds that such a list may be cached. */
export const unitListTtlSeconds = 10

/** The list of wallet attestations (1) and the one of key attestations (2). */
export const unitLists = [1, 2] as const

export type UnitList = (typeof unitLists)[number]

/** `null` for a number or text that is no such list. */
export const unitListOf = (number: unknown): UnitList | null =>
  unitLists.find((list) => String(list) === String(number)) ?? null

/** The URL of a list: `uri` in `client_status` (1) or `key_storage_status` (2) of an attestation. */
export const unitListUri = (issuerIdentifier: string, list: UnitList): string =>
  belowIssuer(issuerIdentifier, `wallet-units/${list}`)

/** The list and laboratory that a URL names; `null` for any other URL. */
export function unitListAt(uri: string, baseUrl: string): { readonly labId: string; readonly list: UnitList } | null {
  const [, labId, number] =
    (uri.startsWith(`${baseUrl}/`) && /^\/lab\/([\w-]{22})\/wallet-units\/([12])$/.exec(uri.slice(baseUrl.length))) ||
    []
  const list = unitListOf(number)
  return labId === undefined || list === null ? null : { labId, list }
}

/** True if an issuer hosts such lists. */
export const hostsUnitLists = ({ wallet_unit: unit }: Pick<LaboratoryOptions, 'wallet_unit'>): boolean => unit !== null

/** How the issuer learned that a unit is revoked: from a list before an answer, from its tester, or when it read again. */
export const revokedBy = ['list', 'tester', 'recheck'] as const

/** What an issuer reads of an entry. `unreachable`: no list that can be used is there. */
export const entryResults = ['valid', 'invalid', 'suspended', 'other', 'unreachable', 'not_fetched'] as const

export type EntryResult = (typeof entryResults)[number]

/** The wallet unit in the read-back of a laboratory. */
export const zWalletUnitView = z.object({
  lists: z.object({ client: z.url(), key_storage: z.url() }),
  revoked: z
    .object({ at: z.iso.datetime(), by: z.enum(revokedBy), credentials: z.int() })
    .nullable()
    .meta({
      description: 'When the issuer learned that the unit is revoked, how, and how many credentials it revoked then.',
    }),
  checks: z.array(z.object({ at: z.iso.datetime(), list: z.literal(unitLists), result: z.enum(entryResults) })).meta({
    description: 'The newest 20 entries that the issuer read: 1 of a wallet attestation, 2 of a key attestation.',
  }),
})
