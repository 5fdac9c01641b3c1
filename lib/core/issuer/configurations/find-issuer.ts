import type { Collaborators } from '../../engine/endpoints/collaborators'
import { loadSession } from '../../engine/sessions/load-session'
import { digestOf } from '../../shared/ports/digests'
import { isLaboratoryId, laboratoryIssuerId } from '../../shared/ports/laboratory'
import type { Ports } from '../../shared/ports/ports'
import type { IssuanceSession } from '../../shared/ports/store-types'
import { credentialIssuer } from '../../shared/ports/uris'
import type { EpochMillis } from '../../shared/time/time'
import { issuerConfiguration } from '.'
import { serverNamedIn } from './authorization-servers'
import { type IssuerInPlay, issuerInPlay, laboratoryInPlay } from './issuer-in-play'

/** Path parameters that select an issuer. */
interface IssuerName {
  readonly issuerConfigurationId?: string | undefined
  readonly labId?: string | undefined
}

type IssuerPorts = Pick<Ports, 'issuerKeys' | 'laboratoryKeys' | 'laboratorySessions' | 'sha256' | 'store'>

interface Place {
  readonly at: EpochMillis
  readonly baseUrl: string
  /** The request path; it may name one of the issuer's authorization servers. */
  readonly path: string
  readonly ports: IssuerPorts
}

/** The issuer that a path names; `null` if there is none, or if it had ended by then. Throws StoreUnavailable. */
export async function findIssuer(
  { issuerConfigurationId, labId }: IssuerName,
  { at, baseUrl, path, ports }: Place,
): Promise<IssuerInPlay | null> {
  if (labId !== undefined) return laboratoryWithId(labId, { at, baseUrl, path, ports })
  const configuration = issuerConfiguration(issuerConfigurationId ?? '')
  return configuration && issuerInPlay(configuration, { baseUrl, issuerKeys: ports.issuerKeys })
}

/** The issuer of a laboratory; `null` if it had ended by `at`. */
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
 * The session of a laboratory while storage has both. Cached, since it never changes, except that a laboratory which
 * made room for another one becomes an `ended` one.
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

/** Whether a laboratory that would still be served made room for another one. Throws StoreUnavailable. */
export async function hasMadeRoom(
  id: string,
  { at, ports }: { readonly at: EpochMillis; readonly ports: Pick<Ports, 'sha256' | 'store'> },
): Promise<boolean> {
  if (!isLaboratoryId(id)) return false
  const found = await ports.store.oneTimeValue('laboratory', digestOf(id, ports.sha256))
  return found !== null && found.consumedAt !== null && found.expiresAt > at
}

/** Signing keys of a session's own issuer, even after it ended, because its credentials outlive it. */
export const ownLaboratory: Collaborators['ownLaboratory'] = async (identifier, { ports, settings: { baseUrl } }) => {
  const id = /\/lab\/([\w-]{22})\/?$/.exec(identifier)?.[1]
  if (id === undefined || !identifier.startsWith(credentialIssuer(baseUrl, laboratoryIssuerId(id)))) return null
  const found = await laboratoryWithId(id, { at: null, baseUrl, ports })
  if (found?.identifier !== identifier) return null
  const { kid, publicJwk } = found.keys.credential
  return { identifier, key: { kid, publicJwk }, root: found.session?.laboratory?.certificates.root ?? null }
}
