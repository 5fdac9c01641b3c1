import { expectName } from '../../engine/deviations/deviation'
import type { JsonObject } from '../../ground/values/json'
import { issuerConfigurations } from '../../issuer/configurations'
import { flowWords, offeredWords } from '../../issuer/configurations/issuer-words'
import { isOverHttp } from '../../issuer/configurations/laboratory/contradictions'
import { issuerDeviations, needsOwnIssuer } from '../../issuer/deviations'
import type { IssuerDeviation } from '../../issuer/deviations/issuer-deviation'
import { asHeading, type Preset } from './preset'

/** A link to the offer makes a QR code of a third of the size, which phones read from farther away. OID4VCI-1FINAL-4.1.3 */
const byReference = { credential_offer_mode: 'credential_offer_uri' } as const

/** Every credential by either flow, with nothing wrong. */
const plainIssuances: readonly Preset[] = issuerConfigurations.flatMap((issuer) =>
  issuer.credentialConfigurations.flatMap((configuration) =>
    (['pre_authorized_code', 'authorization_code'] as const).map(
      (flow): Preset => ({
        id: `issue.${issuer.id}.${configuration.id}.${flow}`,
        kind: 'issuance',
        title: `${offeredWords({ credential_configuration_id: configuration.id, issuer_configuration_id: issuer.id })}, by ${flowWords[flow]}`,
        expects: 'answer',
        body: () => ({
          issuer_configuration_id: issuer.id,
          credential_configuration_id: configuration.id,
          flow,
          ...byReference,
        }),
      }),
    ),
  ),
)

/** An issuer of its own takes over the one that demands least, and needs one scan and no login. */
const ofLaboratory = { issuer_configuration_id: 'eu-pid-jwt-proof-only', flow: 'pre_authorized_code' } as const

/** A session request in which the deviation can take effect. */
function bodyFor(deviation: IssuerDeviation): JsonObject {
  const chosen: JsonObject = needsOwnIssuer(deviation) ? { ...ofLaboratory, ...deviation.needs } : {}
  const issuer = issuerConfigurations.find(({ id }) => id === chosen.issuer_configuration_id) ?? issuerConfigurations[0]
  const configuration = issuer.credentialConfigurations.find(
    ({ format }) => deviation.format === undefined || format === deviation.format,
  )
  return {
    ...(configuration === undefined ? {} : { credential_configuration_id: configuration.id }),
    ...byReference,
    ...deviation.needs,
    ...chosen,
    fault: deviation.id,
  }
}

const deviating: readonly Preset[] = issuerDeviations.map(
  (deviation): Preset => ({
    id: `fault.${deviation.id}`,
    kind: 'issuance',
    title: asHeading(deviation.title),
    expects: expectName(deviation.expects),
    ...(isOverHttp(deviation.id) ? { needsHttps: true as const } : {}),
    body: () => bodyFor(deviation),
  }),
)

/** Issuances without a deviation, then one with each deviation. */
export const issuancePresets: readonly Preset[] = [...plainIssuances, ...deviating]
