import { loadSession } from '../../engine/sessions/load-session'
import { digestOf } from '../../ground/ports/digest-of'
import { isLaboratoryId } from '../../ground/ports/laboratory'
import type { Ports } from '../../ground/ports/ports'
import type { EpochMillis } from '../../ground/time/time'
import { issuerConfiguration } from '.'
import { type IssuerInPlay, issuerInPlay, laboratoryInPlay } from './issuer-in-play'

/** Variables of a path that name an issuer. */
interface IssuerName {
  readonly issuerConfigurationId?: string | undefined
  readonly labId?: string | undefined
}

type IssuerPorts = Pick<Ports, 'issuerKeys' | 'laboratoryKeys' | 'sha256' | 'store'>

/**
 * The issuer that a path names; `null` if none does, or if it does not exist, or no more at that time. Throws
 * StoreUnavailable.
 */
export async function findIssuer(
  { issuerConfigurationId, labId }: IssuerName,
  { at, baseUrl, ports }: { readonly at: EpochMillis; readonly baseUrl: string; readonly ports: IssuerPorts },
): Promise<IssuerInPlay | null> {
  if (labId !== undefined) return findLaboratory(labId, { at, baseUrl, ports })
  const configuration = issuerConfiguration(issuerConfigurationId ?? '')
  return configuration && issuerInPlay(configuration, { baseUrl, issuerKeys: ports.issuerKeys })
}

async function findLaboratory(
  id: string,
  { at, baseUrl, ports }: { readonly at: EpochMillis; readonly baseUrl: string; readonly ports: IssuerPorts },
): Promise<IssuerInPlay | null> {
  if (!isLaboratoryId(id)) return null
  const found = await ports.store.oneTimeValue('laboratory', digestOf(id, ports.sha256))
  if (found === null || found.expiresAt <= at) return null
  const session = await loadSession('issuance', found.sessionId ?? '', ports)
  const configuration = session && issuerConfiguration(session.issuerConfigurationId)
  if (!configuration || session.laboratory === undefined) return null
  const { laboratory } = session
  return laboratoryInPlay(configuration, { session, laboratory }, { baseUrl, laboratoryKeys: ports.laboratoryKeys })
}
