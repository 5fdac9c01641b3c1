import { X509Certificate } from 'node:crypto'
import type { ListPurpose } from '@/lib/core/shared/ports/trust'
import { loteProfiles } from '@/lib/core/shared/trust/lists/profiles'
import type { ListedService, TrustedList } from '@/lib/core/shared/trust/lists/read/read-list'
import { partsOf } from '../crypto/chain/certificate-parts'
import { keyError, type ListedAnchor } from '../crypto/read-certificates'

/** The list profile of each purpose. */
const profiles = {
  wallet: [loteProfiles['wallet-providers']],
  credential_issuer: [loteProfiles['pid-providers'], loteProfiles['pub-eaa-providers']],
} as const satisfies Record<ListPurpose, unknown>

/** List types accepted for this purpose. */
export const listTypesOf = (purpose: ListPurpose): readonly string[] => profiles[purpose].map(({ type }) => type)

/** The anchors of one list. */
export interface ListAnchors {
  readonly issuance: readonly ListedAnchor[]
  readonly revocation: readonly ListedAnchor[]
  /** Number of unusable certificates of its services. */
  readonly unusable: number
}

/**
 * The anchors that a list contributes to a purpose: issuing services anchor attestations and credentials, revocation
 * services anchor status lists, other types nothing. Unusable certificates are skipped.
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

/** Maximum characters of a certificate on a list. */
const certificateCharactersMax = 16 * 1024

/** A certificate that path validation can use; `null` for any other, so that it cannot break every chain. */
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
