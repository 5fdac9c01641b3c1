import { verifierDeviation } from '@/lib/core/verifier/deviations'
import type { InspectedExchange } from '../flow-model'
import type { InspectedPresentation } from './verifier-session'

/** True for a request that was delivered with its session's deviation. */
export function isAlteredDelivery(
  { options }: Pick<InspectedPresentation, 'options'>,
  { kind, response }: Pick<InspectedExchange, 'kind' | 'response'>,
): boolean {
  if (kind !== 'request' || (response.status ?? 500) >= 400) return false
  const changes = verifierDeviation(options.negative_test)?.changes ?? {}
  const { parameters, claims, header, compact, signer, unencrypted, keyBoundInfo } = changes
  return Boolean(parameters ?? claims ?? header ?? compact ?? signer ?? unencrypted ?? keyBoundInfo)
}
