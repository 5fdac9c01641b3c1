import { waitSecondsDefault } from '../../engine/deviations/outcome'
import type { IssuanceSession } from '../../ground/ports/store-types'
import { authorizationDeviations } from './authorization'
import { credentialDeviations } from './credential'
import type { IssuerDeviation } from './issuer-deviation'
import { offerDeviations } from './offer'
import { refusalDeviations } from './refusal'
import { tokenDeviations } from './token'

/** Every deviation that an answer of an issuance can have; the member `fault` of a session request names one. */
export const issuerDeviations: readonly IssuerDeviation[] = [
  ...offerDeviations,
  ...authorizationDeviations,
  ...tokenDeviations,
  ...refusalDeviations,
  ...credentialDeviations,
]

/** The deviation with this id; `null` for none. */
export const issuerDeviation = (id: unknown): IssuerDeviation | null =>
  issuerDeviations.find((deviation) => deviation.id === id) ?? null

/** What deviates on purpose in a session; `null` for nothing. */
export const deviationOf = ({ options }: Pick<IssuanceSession, 'options'>): IssuerDeviation | null =>
  issuerDeviation(options.fault)

/** True where a good wallet stops. */
export const expectsRefusal = (session: Pick<IssuanceSession, 'options'>): boolean =>
  deviationOf(session)?.expects === 'refusal'

/** Seconds of silence after the changed answer that a session waits. */
export const waitSeconds = ({ options }: Pick<IssuanceSession, 'options'>): number =>
  options.settle_seconds ?? waitSecondsDefault

/** Name of a deviation in evidence, where it changed an answer. */
export const alterationName = ({ id }: Pick<IssuerDeviation, 'id'>): string => `fault.${id}`
