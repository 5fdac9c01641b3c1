import { readPlace } from '../campaigns/endpoints/session-place'
import { casesInSession } from '../campaigns/official-cases/cases-in-session'
import type { Neighbours } from '../engine/endpoints/neighbours'
import { issuerConfigurations } from '../issuer/configurations'
import { ownLaboratory } from '../issuer/configurations/own-laboratory'
import { deviationOf } from '../issuer/deviations'
import { issuedType } from '../issuer/deviations/issued-type'
import { catalogueOf } from '../wings'

/** Provides what each part of the service needs from the others. */
export const neighbours: Neighbours = {
  catalogue: catalogueOf,
  issuerConfigurationIds: issuerConfigurations.map(({ id }) => id),
  issuedType,
  ownLaboratory,
  showsLater: (session) => deviationOf(session)?.silence === 'says_nothing',
  readPlace,
  officialCases: casesInSession,
}
