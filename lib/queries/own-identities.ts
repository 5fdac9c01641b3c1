import type { Ports } from '@/lib/core/shared/ports/ports'
import type { OwnIdentity } from '@/lib/core/shared/ports/trust'
import { epochMillis, toIso } from '@/lib/core/shared/time/time'
import { isLegalIdentifier, type TrustService } from '@/lib/core/shared/trust/organization'
import { readRegistration } from '@/lib/core/shared/trust/registration/registration'

/** An access certificate that the operator brought, and how it is registered: nothing of its key. */
export interface ShownOwnIdentity {
  /** By which session requests name it. */
  readonly id: string
  /** `null` where it may be that of a natural person. */
  readonly name: string | null
  readonly identifier: string | null
  readonly service: string | null
  /** Leaf first, without the trust anchor. */
  readonly chain: readonly { readonly subject: string; readonly sha256: string }[]
  /** Who issued the last of them. */
  readonly authority: string
  /** When all of them are valid. */
  readonly validFrom: string
  readonly validUntil: string
  readonly isCurrent: boolean
  /** It has an identifier, which our registrar needs. E475-4.5 */
  readonly canBeRegistered: boolean
  /** Registration certificates that go with it; our registrar issues one for each session where there is none. */
  readonly registrations: readonly {
    readonly service: TrustService
    /** Where the register is, as the certificate says. */
    readonly register: string | null
    readonly validUntil: string | null
  }[]
}

/** The access certificates that the operator brought, in the order of their names. */
export const shownOwnIdentities = (
  ports: Pick<Ports, 'now' | 'ownAccess' | 'trustAnchors'>,
): readonly ShownOwnIdentity[] => ports.ownAccess.identities().map((one) => shownOwnIdentity(one, ports))

function shownOwnIdentity(
  [id, own]: readonly [string, OwnIdentity],
  { now, trustAnchors }: Pick<Ports, 'now' | 'trustAnchors'>,
): ShownOwnIdentity {
  const { holder } = own
  const facts = trustAnchors('credential_issuer')(own.signer.x5c)
  const certificates = facts.readable ? facts.certificates : []
  const isHidden = holder.withoutPerson !== null
  const registrations = [['verifier', own.registration] as const, ['issuer', own.issuerRegistration] as const]
  return {
    id,
    name: isHidden ? null : holder.tradeName,
    identifier: isHidden && !isLegalIdentifier(holder.identifier) ? null : holder.identifier,
    service: holder.service,
    chain: certificates.map(({ subject, sha256 }, place) => ({
      subject: place === 0 ? (holder.withoutPerson ?? subject) : subject,
      sha256,
    })),
    authority: certificates.at(-1)?.issuer ?? '',
    validFrom: toIso(epochMillis(Math.max(...certificates.map(({ notBefore }) => notBefore)))),
    validUntil: toIso(epochMillis(Math.min(...certificates.map(({ notAfter }) => notAfter)))),
    isCurrent: own.isCurrent(now()),
    canBeRegistered: holder.identifier !== null,
    registrations: registrations.flatMap(([service, compact]) => {
      const claims = compact === null ? null : readRegistration(compact)?.claims
      if (claims == null) return []
      const { registry_uri: register, exp } = claims
      return [
        {
          service,
          register: typeof register === 'string' ? register : null,
          validUntil: typeof exp === 'number' ? isoOfSeconds(exp) : null,
        },
      ]
    }),
  }
}

/** `null` for what is no time that a calendar has. */
const isoOfSeconds = (seconds: number): string | null =>
  Math.abs(seconds) < 1e11 ? toIso(epochMillis(seconds * 1000)) : null
