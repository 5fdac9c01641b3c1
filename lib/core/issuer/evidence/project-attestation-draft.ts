import type { StoredExchange } from '../../ground/ports/store-types'
import { isObject, type JsonObject } from '../../ground/values/json'
import { decodedTokens } from './decoded-tokens'

/** The draft of client attestations that the requests of a wallet have the form of. */
export type AttestationDraftSeen = '07' | '08_or_later' | 'combined'

/**
 * The draft of the latest request with a readable wallet attestation; `null` without one. Draft 07 has `iss` in both JWTs, which
 * fits later drafts too, since they ignore it; draft 08 removed it, and draft 09 let a DPoP proof be the proof of possession.
 * @see ABCA-5.1, ABCA08-5.1, ABCA10-5.2
 */
export function projectAttestationDraft(exchanges: readonly StoredExchange[]): AttestationDraftSeen | null {
  for (const exchange of exchanges.toReversed()) {
    const tokens = decodedTokens(exchange)
    const [attestation, pop, dpop] = ['client_attestation', 'client_attestation_pop', 'dpop'].map((kind) =>
      tokens.find((token) => token.kind === kind),
    )
    if (attestation === undefined) continue
    if (pop !== undefined) return hasIss(attestation) && hasIss(pop) ? '07' : '08_or_later'
    if (dpop !== undefined && exchange.headers['oauth-client-attestation-pop'] === undefined) return 'combined'
  }
  return null
}

const hasIss = ({ claims }: JsonObject): boolean => isObject(claims) && claims.iss !== undefined
