import { loadSession } from '../../engine/sessions/load-session'
import { digestOf } from '../../ground/ports/digests'
import { isLaboratoryId } from '../../ground/ports/laboratory'
import type { Ports } from '../../ground/ports/ports'
import type { IssuanceSession } from '../../ground/ports/store-types'
import type { EpochMillis } from '../../ground/time/time'
import { issuerConfiguration } from '.'
import { serverNamedIn } from './authorization-servers'
import { type IssuerInPlay, issuerInPlay, laboratoryInPlay } from './issuer-in-play'

/** Variables of a path that name an issuer. */
interface IssuerName {
  readonly issuerConfigurationId?: string | undefined
  readonly labId?: string | undefined
}

type IssuerPorts = Pick<Ports, 'issuerKeys' | 'laboratoryKeys' | 'laboratorySessions' | 'sha256' | 'store'>

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
  const session = ports.laboratorySessions.get(id) ?? (await storedSession(id, { ended: at === null, ports }))
  const configuration = session && issuerConfiguration(session.issuerConfigurationId)
  if (!configuration || session.laboratory === undefined) return null
  const { laboratory } = session
  if (at !== null && laboratory.until <= at) return null
  const { laboratoryKeys } = ports
  return laboratoryInPlay(
    configuration,
    { session, laboratory },
    { baseUrl, laboratoryKeys, server: serverNamedIn(path) },
  )
}

/**
 * The session of a laboratory, as long as storage knows of both. It never changes, so it is remembered, unless the laboratory made
 * room for another one: then it is that of an `ended` one.
 */
async function storedSession(
  id: string,
  { ended, ports }: { readonly ended: boolean; readonly ports: IssuerPorts },
): Promise<IssuanceSession | null> {
  const found = await ports.store.oneTimeValue('laboratory', digestOf(id, ports.sha256))
  const madeRoom = found !== null && found.consumedAt !== null
  if (madeRoom && !ended) return null
  const session = found && (await loadSession('issuance', found.sessionId ?? '', ports))
  if (session && !madeRoom) ports.laboratorySessions.set(id, session)
  return session
}

/** Whether a laboratory made room for another one, and would be served otherwise. Throws StoreUnavailable. */
export async function hasMadeRoom(
  id: string,
  { at, ports }: { readonly at: EpochMillis; readonly ports: Pick<Ports, 'sha256' | 'store'> },
): Promise<boolean> {
  if (!isLaboratoryId(id)) return false
  const found = await ports.store.oneTimeValue('laboratory', digestOf(id, ports.sha256))
  return found !== null && found.consumedAt !== null && found.expiresAt > at
}
