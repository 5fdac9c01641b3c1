import { waitSecondsDefault } from '../../engine/deviations/deviation-outcome'
import type { KeptMutations } from '../../shared/ports/session-options'
import type { IssuanceSession } from '../../shared/ports/store-types'
import { authorizationDeviations } from './authorization'
import { changedDeviation, changedId } from './changed'
import {
  batchDeviations,
  credentialDeviations,
  deferredDeviations,
  integrityDeviations,
  mdocDateDeviations,
} from './credential'
import { type IssuerDeviation, isOfRegistration, needsOurRegistrar } from './issuer-deviation'
import { issuerMetadataDeviations } from './issuer-metadata'
import { nonceDeviations } from './nonce'
import { incompleteOfferDeviations, offerDeviations, unusualOfferDeviations } from './offer'
import { refusalDeviations } from './refusal'
import { serverMetadataDeviations } from './server-metadata'
import { signedMetadataDeviations } from './signed-metadata'
import { statusDeviations } from './status'
import { refreshDeviations, tokenDeviations, tokenErrorDeviations } from './token'
import { trustDeviations } from './trust'
import { typeMetadataDeviations } from './type-metadata'
import { walletUnitDeviations } from './wallet-unit'

/** All deviations of issuances; `fault` in a session request names one. */
export const issuerDeviations: readonly IssuerDeviation[] = [
  ...offerDeviations,
  ...incompleteOfferDeviations,
  ...authorizationDeviations,
  ...tokenDeviations,
  ...refusalDeviations,
  ...credentialDeviations,
  ...issuerMetadataDeviations,
  ...signedMetadataDeviations,
  ...batchDeviations,
  ...tokenErrorDeviations,
  ...unusualOfferDeviations,
  ...mdocDateDeviations,
  ...integrityDeviations,
  ...refreshDeviations,
  ...serverMetadataDeviations,
  ...nonceDeviations,
  ...deferredDeviations,
  ...statusDeviations,
  ...trustDeviations,
  ...walletUnitDeviations,
  ...typeMetadataDeviations,
]

/** True if sessions with this deviation need an issuer of their own. */
export const needsOwnIssuer = ({ needs }: Pick<IssuerDeviation, 'needs'>): boolean =>
  needs?.laboratory !== undefined || needs?.trust_framework !== undefined

/** Ids of registration certificate faults that can be built from another registrar's certificate. */
export const withAnyRegistrar: readonly string[] = trustDeviations
  .filter(({ changes: { trust = {} } }) => isOfRegistration(trust) && !needsOurRegistrar(trust))
  .map(({ id }) => id)

/** `null` for an unknown id. */
export const issuerDeviation = (id: unknown): IssuerDeviation | null =>
  issuerDeviations.find((deviation) => deviation.id === id) ?? null

/** `null` without one. */
export const deviationOf = ({ options }: Pick<IssuanceSession, 'options'>): IssuerDeviation | null =>
  issuerDeviation(options.fault) ?? (options.mutations === undefined ? null : deviationBy(options.mutations))

/**
 * The deviation of a tester's changes. Where they come to a named one, it is that one, with all documents as the tester
 * wants them: it may leave those right that a wallet does not need.
 */
function deviationBy(kept: KeptMutations): IssuerDeviation {
  const own = changedDeviation(kept)
  const named = issuerDeviation(kept.same_as)
  return named === null ? own : { ...named, changes: { ...named.changes, ...own.changes } }
}

/** True if a conformant wallet stops. */
export const expectsRefusal = (session: Pick<IssuanceSession, 'options'>): boolean =>
  deviationOf(session)?.expects === 'refusal'

/** True if no specification says whether to stop or continue, so that no check decides. */
export const isReported = (session: Pick<IssuanceSession, 'options'>): boolean =>
  deviationOf(session)?.expects === 'report'

/** Seconds to wait for the wallet after the deviating reply. */
export const waitSeconds = ({ options }: Pick<IssuanceSession, 'options'>): number =>
  options.settle_seconds ?? waitSecondsDefault

/** The deviation's name in `answer_altered` events. */
export const deviationName = ({ id }: Pick<IssuerDeviation, 'id'>): string => (id === changedId ? id : `fault.${id}`)
