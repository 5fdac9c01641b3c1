import { X509Certificate } from 'node:crypto'
import type { ListPurpose } from '@/lib/core/ground/ports/trust'
import { loteProfiles } from '@/lib/core/ground/trust/lists/profiles'
import type { ListedService, TrustedList } from '@/lib/core/ground/trust/lists/read/read-list'
import { partsOf } from '../crypto/chain/certificate-parts'
import { keyError } from '../crypto/key-error'
import type { ListedAnchor } from '../crypto/read-certificates'

/** The lists whose services speak for a purpose. */
const profiles = {
  wallet: [loteProfiles['wallet-providers']],
  credential_issuer: [loteProfiles['pid-providers'], loteProfiles['pub-eaa-providers']],
} as const satisfies Record<ListPurpose, unknown>

/** The types of lists that a list of a purpose may point to. */
export const listTypesOf = (purpose: ListPurpose): readonly string[] => profiles[purpose].map(({ type }) => type)

/** What a list anchors. */
export interface ListAnchors {
  readonly issuance: readonly ListedAnchor[]
  readonly revocation: readonly ListedAnchor[]
  /** How many certificates of its services cannot be used. */
  readonly unusable: number
}

/**
 * What the services of a list anchor for a purpose: those that issue, attestations and credentials; those that revoke, the
 * lists of what is revoked; services of any other type, nothing. A certificate that cannot be used anchors nothing either.
 */
export function anchorsOfList({ services }: TrustedList, purpose: ListPurpose): ListAnchors {
  let unusable = 0
  const anchorsOf = (types: readonly (string | undefined)[]): ListedAnchor[] =>
    services
      .filter(({ type }) => type !== null && types.includes(type))
      .flatMap((service) =>
        service.certificates.flatMap((encoded) => {
          const certificate = usable(encoded)
          if (certificate === null) unusable += 1
          return certificate === null ? [] : [{ certificate, service: serviceOf(service) }]
        }),
      )
  const issuance = anchorsOf(profiles[purpose].map(({ services }) => services?.issuance))
  const revocation = anchorsOf(profiles[purpose].map(({ services }) => services?.revocation))
  return { issuance, revocation, unusable }
}

const serviceOf = ({ entity, type }: ListedService): ListedAnchor['service'] => ({ entity, service: type ?? '' })

/** Characters of a certificate on a list. */
const certificateCharactersMax = 16 * 1024

/** A certificate that path validation can work with; `null` for anything else, which must not spoil every chain. */
export function usable(encoded: string): X509Certificate | null {
  if (encoded.length > certificateCharactersMax) return null
  try {
    const certificate = new X509Certificate(Buffer.from(encoded, 'base64'))
    partsOf(certificate)
    const isDated = !Number.isNaN(Date.parse(certificate.validFrom) + Date.parse(certificate.validTo))
    return isDated && keyError(certificate) === null ? certificate : null
  } catch {
    return null
  }
}
