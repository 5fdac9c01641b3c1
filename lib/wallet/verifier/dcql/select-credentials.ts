import { matchMsoMdoc } from '../../formats/mso-mdoc/present'
import { matchSdJwtVc } from '../../formats/sd-jwt-vc/present'
import type { HeldCredential } from '../../formats/stored-credential'
import { isObject } from '../../json'
import { nothingToShow, RequestRefused } from '../request/request-refused'
import type { CredentialQuery, CredentialSetQuery, DcqlQuery } from './dcql-query'
import type { SelectedClaim } from './match'

/** A credential that answers a query, with the claims to show. */
export interface Selection {
  query: CredentialQuery
  credential: HeldCredential
  claims: SelectedClaim[]
}

/** Claims that differ between copies of one credential (SD-JWT-VC-11-3.2.2.2). */
const ofOneCopy = new Set(['cnf', 'iat', 'nbf', 'exp', 'status', 'jti'])

/**
 * What this wallet shows for a query: one credential per credential query, or all that differ if several are allowed;
 * of each credential set the first option that it can satisfy (OID4VP-1FINAL-6.4.2).
 * @throws RequestRefused `access_denied` when a required part cannot be satisfied, `vp_formats_not_supported` when none
 * of the formats is supported
 */
export function selectCredentials({ credentials, credentialSets }: DcqlQuery, held: HeldCredential[]): Selection[] {
  if (credentials.every(({ format }) => !knownFormats.includes(format)))
    throw new RequestRefused('vp_formats_not_supported', 'The wallet knows none of the requested formats')
  const selections = new Map(credentials.map((query) => [query.id, answersTo(query, held)]))
  const has = (id: string): boolean => (selections.get(id) ?? []).length > 0
  const chosen = new Set(
    credentialSets === null ? allOf(credentials, has) : credentialSets.flatMap((set) => optionOf(set, has)),
  )
  return credentials.flatMap(({ id }) => (chosen.has(id) ? (selections.get(id) ?? []) : []))
}

/** The formats that this wallet presents. */
const knownFormats = ['dc+sd-jwt', 'mso_mdoc']

function allOf(credentials: CredentialQuery[], has: (id: string) => boolean): string[] {
  const ids = credentials.map(({ id }) => id)
  if (!ids.every(has)) throw nothingToShow()
  return ids
}

function optionOf({ options, required }: CredentialSetQuery, has: (id: string) => boolean): string[] {
  const option = options.find((ids) => ids.every(has))
  if (option === undefined && required) throw nothingToShow()
  return option ?? []
}

function answersTo(query: CredentialQuery, held: HeldCredential[]): Selection[] {
  const found: Selection[] = []
  const seen = new Set<string>()
  for (const credential of held) {
    const claims = matchOf(query, credential)
    const name = contentOf(credential)
    if (claims === null || seen.has(name)) continue
    seen.add(name)
    found.push({ query, credential, claims })
    if (!query.multiple) break
  }
  return found
}

/** Each format has its own matching. An unsupported format matches nothing. */
function matchOf(query: CredentialQuery, credential: HeldCredential): SelectedClaim[] | null {
  if (query.format !== credential.format) return null
  // Possession cannot be proven for a credential without a key (OID4VP-1FINAL-6.1).
  if (query.holderBinding && credential.holderKey === null) return null
  switch (query.format) {
    case 'dc+sd-jwt':
      return matchSdJwtVc(query, credential)
    case 'mso_mdoc':
      return matchMsoMdoc(query, credential)
    default:
      return null
  }
}

/** Credentials with equal content are the same to a verifier; the order of members is ignored. */
function contentOf({ type, claims }: HeldCredential): string {
  const lasting = Object.fromEntries(Object.entries(claims).filter(([name]) => !ofOneCopy.has(name)))
  return JSON.stringify([type, lasting], (_name, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1))) : value,
  )
}
