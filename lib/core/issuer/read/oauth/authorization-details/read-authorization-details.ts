import type { FormReading } from '../../../../ground/http/read-form'
import { readJsonText } from '../../../../ground/http/read-json'
import { isObject } from '../../../../ground/values/json'
import { issuerToName } from '../../../configurations/authorization-servers'
import type { IssuerInPlay } from '../../../configurations/issuer-in-play'

/** The `authorization_details` of a request, as far as they can be read. OID4VCI-1FINAL-5.1.1 */
export interface DetailsReading {
  /** As sent. */
  readonly text: string
  /** The ids of the metadata that they name, each once. */
  readonly configurations: readonly string[]
  /** Ids of all configurations in the metadata. */
  readonly known: readonly string[]
  /** The configuration that the session is about; `null` without a session. */
  readonly offered: string | null
  /** `locations` of each entry of type `openid_credential`, as sent. */
  readonly locations: readonly unknown[]
  /** What `locations` must be: the identifier of an issuer whose metadata lists authorization servers; `null` for others. */
  readonly location: string | null
  /** Whether others may stand beside it: in a token request it must be among them (6.1), before that it must be the value (5.1.1). */
  readonly amongOthers: boolean
}

/** Entries that are looked at: no issuer has so many configurations. */
const entriesMax = 20

/** Reads the parameter where the issuer does; `null` without it, and elsewhere. Never throws. */
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
