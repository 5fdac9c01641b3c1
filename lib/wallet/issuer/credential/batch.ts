import { isObject, type JsonObject, objectMember } from '../../json'
import type { Run } from '../run'

/**
 * How many credentials this wallet asks for at once: as many as the policy of the issuer says, or else as many as it wants,
 * if the issuer gives that many (OID4VCI-1FINAL-12.2.4).
 */
export function batchSize({ facts, profile }: Run, configuration: JsonObject): number {
  const offered = objectMember(facts.issuerMetadata, 'batch_credential_issuance')?.batch_size
  if (typeof offered !== 'number') return 1
  return Math.max(1, Math.min(offered, policySize(configuration) ?? profile.batchSize))
}

/** The number in the option that the issuer prefers: one without a number is for a single credential. */
function policySize(configuration: JsonObject): number | null {
  const policy = objectMember(objectMember(configuration, 'credential_metadata'), 'credential_reuse_policy')
  const [preferred] = Array.isArray(policy?.options) ? policy.options : []
  if (!isObject(preferred)) return null
  return typeof preferred.batch_size === 'number' ? preferred.batch_size : 1
}
