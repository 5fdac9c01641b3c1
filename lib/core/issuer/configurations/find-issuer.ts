import { loadSession } from '../../engine/sessions/load-session'
import { digestOf } from '../../ground/ports/digest-of'
import { isLaboratoryId } from '../../ground/ports/laboratory'
import type { Ports } from '../../ground/ports/ports'
import type { EpochMillis } from '../../ground/time/time'
import { issuerConfiguration } from '.'
import { serverNamedIn } from './authorization-servers'
import { type IssuerInPlay, issuerInPlay, laboratoryInPlay } from './issuer-in-play'

/** Variables of a path that name an issuer. */
interface IssuerName {
  readonly issuerConfigurationId?: string | undefined
  readonly labId?: string | undefined
}

type IssuerPorts = Pick<Ports, 'issuerKeys' | 'laboratoryKeys' | 'sha256' | 'store'>

interface Place {
  readonly at: EpochMillis
  readonly baseUrl: string
  /** The path of the request, which may name an authorization server of the issuer. */
  readonly path: string
  readonly ports: IssuerPorts
}

/**
 * The issuer that a path names; `null` if none does, or if it does not exist, or no more at that time. Throws
 * StoreUnavailable.
 */
export async function findIssuer(
  { issuerConfigurationId, labId }: IssuerName,
  { at, baseUrl, path, ports }: Place,
): Promise<IssuerInPlay | null> {
  if (labId !== undefined) return laboratoryWithId(labId, { at, baseUrl, path, ports })
  const configuration = issuerConfiguration(issuerConfigurationId ?? '')
  return configuration && issuerInPlay(configuration, { baseUrl, issuerKeys: ports.issuerKeys })
}

/** The issuer that a laboratory is; with `at`, `null` for one that has ended then. */
export async function laboratoryWithId(
  id: string,
  {
    at,
    baseUrl,
    path = '',
    ports,
  }: Omit<Place, 'at' | 'path'> & { readonly at: EpochMillis | null; readonly path?: string },
): Promise<IssuerInPlay | null> {
  if (!isLaboratoryId(id)) return null
  const found = await ports.store.oneTimeValue('laboratory', digestOf(id, ports.sha256))
  if (found === null || (at !== null && found.expiresAt <= at)) return null
  const session = await loadSession('issuance', found.sessionId ?? '', ports)
  const configuration = session && issuerConfiguration(session.issuerConfigurationId)
  if (!configuration || session.laboratory === undefined) return null
  const { laboratory } = session
  const { laboratoryKeys } = ports
  return laboratoryInPlay(
    configuration,
    { session, laboratory },
    { baseUrl, laboratoryKeys, server: serverNamedIn(path) },
  )
}
