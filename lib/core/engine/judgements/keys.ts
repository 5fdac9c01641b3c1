import { type KeyPurpose, keyContradictions } from '../../shared/jose/jwk'
import type { CertificateFacts } from '../../shared/ports/certificate-facts'
import { quote, say, type Wording } from '../../shared/values/wording'
import { notApplicable, notObserved, type Outcome, pass, type Reason, violated } from '../checks/check'
import { shown } from './shown'

/** The reason of `judgeKeyUse`. @param of the token with the key, e.g. `the DPoP proof` */
export const keyUseReason = (of: string) =>
  ({
    key_for_other_use: {
      says: `The key of ${of} is declared for another use: {seen}`,
      fix: 'Leave use, key_ops and alg out of the JWK, or let them name what the key is used for.',
      error: null,
    },
  }) as const satisfies Readonly<Record<string, Reason>>

/**
 * Judges a key whose own metadata gives it another purpose; `null` if it does not. Only recorded: the signature or
 * encryption works as with any other key. RFC7517-4.2, RFC7517-4.3, RFC7517-4.4
 */
export function judgeKeyUse(jwk: unknown, purpose: KeyPurpose): Outcome | null {
  const contradictions = keyContradictions(jwk, purpose)
  if (contradictions === null) return null
  const { use, alg, key_ops: operations } = contradictions
  return violated('key_for_other_use', {
    expected: purpose === 'agrees' ? say`a key to agree on another key with` : say`a key to verify signatures with`,
    actual: {
      ...(use !== undefined && { use: shown(use) }),
      ...(operations !== undefined && { key_ops: operations.map(shown) }),
      ...(alg !== undefined && { alg: shown(alg) }),
    },
  })
}

/**
 * Judges whether a signing chain leads to an issuing service on a list of trusted entities that this installation
 * relies on. Not applicable without such a list.
 * @see ARF3-ISSU_21, E602-D
 */
export function judgeListing(
  facts: CertificateFacts | null,
  { signed, who }: { readonly signed: boolean; readonly who: Wording },
): Outcome {
  if (!facts?.readable || !signed) return notApplicable(say`There is no valid signature to rely on.`)
  const { listing } = facts
  if (listing === undefined) return notApplicable(say`This installation relies on no list of ${who}.`)
  if (listing.state === 'no_valid_list')
    return notObserved(say`No list of ${who} that this installation relies on is valid now.`)
  return listing.state === 'listed'
    ? pass({ entity: quote(listing.entity), service: quote(listing.service) })
    : violated({
        expected: say`a chain to a service that issues, on a valid list`,
        actual: say`signature valid, on no list`,
      })
}

/** The parties on the lists of each purpose. */
export const listedParties = { wallet: say`wallet providers`, issuer: say`issuers` } as const
