import type { FormReading } from '../../../shared/http/read-form'
import { readJsonText } from '../../../shared/http/read-json'
import { digestOf } from '../../../shared/ports/digests'
import type { KeyedHash, Ports } from '../../../shared/ports/ports'
import type { OneTimeValue } from '../../../shared/ports/store-types'
import { toBase64url } from '../../../shared/values/base64url'
import { isObject } from '../../../shared/values/json'
import { issuerToName } from '../../configurations/authorization-servers'
import type { IssuerInPlay } from '../../configurations/issuer-in-play'

/** Facts of a request's `authorization_details`. OID4VCI-1FINAL-5.1.1 */
export interface DetailsReading {
  /** As sent. */
  readonly text: string
  /** Distinct configuration ids that they name. */
  readonly configurations: readonly string[]
  /** All configuration ids in the metadata. */
  readonly known: readonly string[]
  /** The session's configuration; `null` without a session. */
  readonly offered: string | null
  /** `locations` of each `openid_credential` entry, as sent. */
  readonly locations: readonly unknown[]
  /**
   * Required value of `locations`: the issuer identifier, if its metadata lists authorization servers; otherwise
   * `null`.
   */
  readonly location: string | null
  /** Whether other values may accompany it: yes in a token request (6.1), no before that (5.1.1). */
  readonly amongOthers: boolean
}

/** Maximum entries examined; no issuer has that many configurations. */
const entriesMax = 20

/** Reads the parameter; `null` if absent, or if the issuer does not support it. Never throws. */
export function readAuthorizationDetails(
  { body }: FormReading,
  {
    issuer,
    offered,
    request,
  }: { readonly issuer: IssuerInPlay; readonly offered: string | null; readonly request: 'authorization' | 'token' },
): DetailsReading | null {
  const text = body.get('authorization_details')
  if (text === null || !issuer.readsAuthorizationDetails) return null
  const json = readJsonText(text)
  const entries = json.ok && Array.isArray(json.value) ? json.value.slice(0, entriesMax).filter(isObject) : []
  const ours = entries.filter(({ type }) => type === 'openid_credential')
  const known = issuer.configuration.credentialConfigurations.map(({ id }) => id)
  return {
    text,
    configurations: known.filter((id) => ours.some((entry) => entry.credential_configuration_id === id)),
    known,
    offered,
    locations: ours.map(({ locations }) => locations),
    location: issuerToName(issuer.identifier, issuer.options.authorization_servers),
    amongOthers: request === 'token',
  }
}

/** How a credential request names a dataset, and what its grant was given. OID4VCI-1FINAL-3.3.4 */
export interface IdentifiersReading {
  /** Whether the grant's token response had `credential_identifiers`. */
  readonly given: boolean
  /** `other_grant`: an identifier of another grant or issuer. */
  readonly sent: 'absent' | 'malformed' | 'unknown' | 'other_grant' | 'known'
  /** The identifier as sent, if it is unknown: for the recognisers alone. */
  readonly value?: string
  /** Target of a known identifier; otherwise `null`. */
  readonly names: { readonly configurationId: string; readonly dataset: number } | null
}

export const noIdentifiers: IdentifiersReading = { given: false, sent: 'absent', names: null }

/**
 * Dataset identifiers of a grant for one configuration: unguessable, and the same in every token response of the grant.
 * @param grant digest of the redeemed code
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

/** Reads `credential_identifier`, for issuers that use them; never throws on bad input. */
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
  if (value === null) return { given, sent: 'unknown', value: sent, names: null }
  if (grant === null || value.parent !== grant) return { given, sent: 'other_grant', names: null }
  const { credential_configuration_id: id, dataset } = value.data
  return { given, sent: 'known', names: { configurationId: String(id), dataset: Number(dataset) } }
}
