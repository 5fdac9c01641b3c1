import { sessionBundle } from '../campaigns/endpoints/bundle'
import { campaignAtDoor } from '../campaigns/endpoints/campaign-at-door'
import { readPlace } from '../campaigns/endpoints/make-session'
import { casesInSession } from '../campaigns/official-cases/cases-of-findings'
import { defaultEdition } from '../campaigns/official-cases/editions'
import type { RequestContext } from '../engine/endpoints/request-context'
import { issuerConfigurations } from '../issuer/configurations'
import { ownLaboratory } from '../issuer/configurations/find-issuer'
import { deviationOf } from '../issuer/deviations'
import { issuedType, wrongTrustOf as wrongTrustInIssuance } from '../issuer/deviations/deviation-facts'
import { hasStatusLists, ownStatusList } from '../issuer/read/status/status-list'
import { ownHostedType } from '../issuer/read/type-metadata'
import { catalogueOf } from '../issuer-and-verifier'
import { wrongTrustOf as wrongTrustInPresentation } from '../verifier/deviations/deviation-facts'

/** Provides what each part of the service needs from the others. */
export const collaborators: RequestContext['collaborators'] = {
  campaignAtDoor,
  catalogue: catalogueOf,
  issuerConfigurationIds: issuerConfigurations.map(({ id }) => id),
  issuedType,
  servesWrongType: (session) => deviationOf(session)?.tellsFetchOf === 'getTypeMetadata',
  ownLaboratory,
  hostedType: ownHostedType,
  ownStatusList,
  wrongTrust: (session, keys) =>
    session.kind === 'issuance' ? wrongTrustInIssuance(session, keys) : wrongTrustInPresentation(session, keys),
  showsLater: (session) => deviationOf(session)?.silence === 'says_nothing' || hasStatusLists(session),
  readPlace,
  officialCases: (evidence, context) => ({
    officialCases: casesInSession(evidence, context),
    casesEdition: defaultEdition.facts.id,
  }),
  sessionBundle: (session, failOn, context) => sessionBundle(session, failOn, { ...context, collaborators }),
}
