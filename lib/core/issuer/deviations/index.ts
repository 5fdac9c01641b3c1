import { waitSecondsDefault } from '../../engine/deviations/outcome'
import type { IssuanceSession } from '../../ground/ports/store-types'
import { authorizationDeviations } from './authorization'
import { batchDeviations } from './batch'
import { credentialDeviations } from './credential'
import { deferredDeviations } from './deferred'
import type { IssuerDeviation } from './issuer-deviation'
import { issuerMetadataDeviations } from './issuer-metadata'
import { nonceDeviations } from './nonce'
import { offerDeviations } from './offer'
import { refreshDeviations } from './refresh'
import { refusalDeviations } from './refusal'
import { serverMetadataDeviations } from './server-metadata'
import { signedMetadataDeviations } from './signed-metadata'
import { statusDeviations } from './status'
import { tokenDeviations } from './token'
import { trustDeviations } from './trust'
import { isOfRegistration, needsOurRegistrar } from './trust-changes'

/** All deviations that an issuance supports; `fault` in a session request names one. */
export const issuerDeviations: readonly IssuerDeviation[] = [
  ...offerDeviations,
  ...authorizationDeviations,
  ...tokenDeviations,
  ...refusalDeviations,
  ...credentialDeviations,
  ...issuerMetadataDeviations,
  ...signedMetadataDeviations,
  ...batchDeviations,
  ...refreshDeviations,
  ...serverMetadataDeviations,
  ...nonceDeviations,
  ...deferredDeviations,
  ...statusDeviations,
  ...trustDeviations,
]

/** True if a session with this deviation has an issuer for itself. */
export const needsOwnIssuer = ({ needs }: Pick<IssuerDeviation, 'needs'>): boolean =>
  needs?.laboratory !== undefined || needs?.trust_framework !== undefined

/** Ids of the faults of a registration certificate that can be made of one that another registrar signed. */
export const withAnyRegistrar: readonly string[] = trustDeviations
  .filter(({ changes: { trust = {} } }) => isOfRegistration(trust) && !needsOurRegistrar(trust))
  .map(({ id }) => id)

/** The deviation with this id; `null` for none. */
export const issuerDeviation = (id: unknown): IssuerDeviation | null =>
  issuerDeviations.find((deviation) => deviation.id === id) ?? null

/** The deviation of a session; `null` for a session without one. */
export const deviationOf = ({ options }: Pick<IssuanceSession, 'options'>): IssuerDeviation | null =>
  issuerDeviation(options.fault)

/** True if a conformant wallet stops. */
export const expectsRefusal = (session: Pick<IssuanceSession, 'options'>): boolean =>
  deviationOf(session)?.expects === 'refusal'

/** True if no text says whether a wallet stops or continues, so that no check decides. */
export const isReported = (session: Pick<IssuanceSession, 'options'>): boolean =>
  deviationOf(session)?.expects === 'report'

/** How long a session waits for the wallet after the altered answer, in seconds. */
export const waitSeconds = ({ options }: Pick<IssuanceSession, 'options'>): number =>
  options.settle_seconds ?? waitSecondsDefault

/** Name of a deviation in the record of an altered answer. */
export const alterationName = ({ id }: Pick<IssuerDeviation, 'id'>): string => `fault.${id}`
