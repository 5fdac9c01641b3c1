import type { JsonObject } from '../../ground/values/json'
import { issuerConfigurations } from '../../issuer/configurations'
import { issuanceFaults } from '../../issuer/deviations'
import type { IssuanceFault } from '../../issuer/deviations/fault'
import { asHeading, type Preset } from './preset'

const flowWords = {
  pre_authorized_code: 'pre-authorized code',
  authorization_code: 'authorization code',
} as const

const formatWords = { 'dc+sd-jwt': 'SD-JWT VC', mso_mdoc: 'mdoc' } as const

/** Every credential by either flow: nothing is wrong with these. */
const plainIssuances: readonly Preset[] = issuerConfigurations.flatMap((issuer) =>
  issuer.credentialConfigurations.flatMap((configuration) =>
    (['pre_authorized_code', 'authorization_code'] as const).map(
      (flow): Preset => ({
        id: `issue.${issuer.id}.${configuration.id}.${flow}`,
        kind: 'issuance',
        title: `PID as ${formatWords[configuration.format]} from ${issuer.id}, by ${flowWords[flow]}`,
        expects: 'answer',
        body: () => ({
          issuer_configuration_id: issuer.id,
          credential_configuration_id: configuration.id,
          flow,
        }),
      }),
    ),
  ),
)

/** The session request in which a fault can show. */
function faultBody(fault: IssuanceFault): JsonObject {
  const [issuer] = issuerConfigurations
  const configuration = issuer.credentialConfigurations.find(
    ({ format }) => fault.format === undefined || format === fault.format,
  )
  return {
    ...(configuration === undefined ? {} : { credential_configuration_id: configuration.id }),
    ...fault.needs,
    fault: fault.id,
  }
}

const faulty: readonly Preset[] = issuanceFaults.map(
  (fault): Preset => ({
    id: `fault.${fault.id}`,
    kind: 'issuance',
    title: asHeading(fault.title),
    expects: fault.expects === 'refusal' ? 'refusal' : 'answer',
    body: () => faultBody(fault),
  }),
)

/** Issuances without a fault, then one with each. */
export const issuancePresets: readonly Preset[] = [...plainIssuances, ...faulty]
