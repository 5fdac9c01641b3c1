import type { KeptHolder } from '../../ground/ports/session-trust'
import { type TrustService, testOrganization } from '../../ground/trust/organization'
import type { RegisteredOrganization } from '../../ground/trust/registration/registration-claims'
import { refusedMember } from '../sessions/refused-member'
import type { OwnSigning } from './read-own-access'

/** The member of the session request that an own certificate came with. */
export const ownMember = ({ identity }: OwnSigning): string =>
  identity === null ? '/access_certificate/chain' : '/trust_identity'

/**
 * Whom our registrar registers: the organisation of the access certificate, ours where there is no other.
 * @see E475-4.5
 * @throws ProtocolError for a certificate that names nobody who could be registered
 */
export function organizationOf(ownAccess: OwnSigning | null, service: TrustService): RegisteredOrganization {
  if (ownAccess === null) {
    const { legalName, identifier, country, services } = testOrganization
    return { identifier, legalName, tradeName: services[service].tradeName, country }
  }
  const { identifier, legalName, tradeName, country } = ownAccess.holder
  if (identifier !== null) return { identifier, legalName, tradeName, country: country ?? testOrganization.country }
  throw refusedMember(
    'invalid_access_certificate',
    ownMember(ownAccess),
    'The certificate names neither an organizationIdentifier nor a serialNumber, so no registration certificate can be issued to it: send registration_certificate none, or one of your own.',
  )
}

/** What a session keeps of whom its own access certificate is for. */
export const keptHolder = ({ holder, dropped }: OwnSigning): KeptHolder => ({
  name: holder.tradeName,
  identifier: holder.identifier,
  service: holder.service,
  without_person: holder.withoutPerson,
  dropped,
})
