import { digestOf } from '../../ground/ports/digests'
import type { KeyedHash, Ports } from '../../ground/ports/ports'
import type { OneTimeValue } from '../../ground/ports/store-types'
import { toBase64url } from '../../ground/values/base64url'
import type { IssuerInPlay } from '../configurations/issuer-in-play'

/** How a credential request names a dataset, and what its grant was given for that. OID4VCI-1FINAL-3.3.4 */
export interface IdentifiersReading {
  /** Whether the token response of this grant gave `credential_identifiers`. */
  readonly given: boolean
  /** `other_grant`: that of another grant, or of another issuer. */
  readonly sent: 'absent' | 'malformed' | 'unknown' | 'other_grant' | 'known'
  /** What a known identifier stands for; `null` for any other. */
  readonly names: { readonly configurationId: string; readonly dataset: number } | null
}

export const noIdentifiers: IdentifiersReading = { given: false, sent: 'absent', names: null }

/**
 * The identifiers of the datasets of one configuration that a grant is for: nobody can guess them, and every token response
 * of the grant gives the same.
 * @param grant digest of the code that was redeemed
 */
export const credentialIdentifiers = (
  {
    grant,
    configurationId,
    datasets,
  }: { readonly grant: string; readonly configurationId: string; readonly datasets: number },
  keyedHash: KeyedHash,
): string[] =>
  Array.from({ length: datasets }, (_, index) =>
    toBase64url(keyedHash('credential_identifier', JSON.stringify([grant, configurationId, index + 1]))),
  )

/** Reads `credential_identifier`; never throws because of what was sent. Only issuers that give some are asked. */
export async function readCredentialIdentifier(
  sent: unknown,
  token: OneTimeValue | null,
  { issuer, ports }: { readonly issuer: IssuerInPlay; readonly ports: Pick<Ports, 'store' | 'sha256' | 'keyedHash'> },
): Promise<IdentifiersReading> {
  if (!issuer.readsAuthorizationDetails) return noIdentifiers
  const stored = (identifier: string) =>
    ports.store.oneTimeValue('credential_identifier', digestOf(identifier, ports.sha256))
  const grant = token?.parent ?? null
  const [first] =
    grant === null
      ? []
      : credentialIdentifiers(
          { grant, configurationId: String(token?.data.credential_configuration_id), datasets: 1 },
          ports.keyedHash,
        )
  const given = first !== undefined && (await stored(first)) !== null
  if (sent === undefined) return { given, sent: 'absent', names: null }
  if (typeof sent !== 'string') return { given, sent: 'malformed', names: null }
  const value = await stored(sent)
  if (value === null) return { given, sent: 'unknown', names: null }
  if (grant === null || value.parent !== grant) return { given, sent: 'other_grant', names: null }
  const { credential_configuration_id: id, dataset } = value.data
  return { given, sent: 'known', names: { configurationId: String(id), dataset: Number(dataset) } }
}
