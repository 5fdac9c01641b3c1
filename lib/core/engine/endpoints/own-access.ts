import { isLoopbackAddress } from '../../shared/http/loopback-address'
import type { KeptHolder } from '../../shared/ports/session-options'
import type { OwnCertificate, OwnIdentity } from '../../shared/ports/trust'
import { type TrustService, testOrganization } from '../../shared/trust/organization'
import type { RegisteredOrganization } from '../../shared/trust/registration/registration'
import type { JsonObject } from '../../shared/values/json'
import type { AskedCertificate } from '../sessions/own-access-options'
import { refusedMember } from '../sessions/refused-member'
import type { RequestContext } from './request-context'

/** An access certificate used by a session instead of ours. */
export interface OwnSigning extends OwnCertificate {
  /**
   * The encrypted private key, stored with the session; `null` for an installed certificate, whose key stays in its
   * file.
   */
  readonly sealed: string | null
  /** The installed certificate; `null` for one sent by the tester. */
  readonly identity: OwnIdentity | null
}

/** Whether nobody else can have read a request: it used https or came from this machine. */
export const isSafeForSecrets = (
  exchange: RequestContext['exchange'],
  { baseUrl }: Pick<RequestContext['settings'], 'baseUrl'>,
): boolean =>
  baseUrl.startsWith('https:') || exchange.tlsVersion !== undefined || isLoopbackAddress(exchange.remoteAddress)

/**
 * Reads the access certificate that a tester sent or named; `null` for neither. A private key is only accepted over
 * https or from this machine.
 * @throws ProtocolError without quoting input
 */
export function readOwnAccess(
  asked: { readonly access_certificate?: AskedCertificate; readonly trust_identity?: string | undefined },
  { exchange, settings, ports }: RequestContext,
): OwnSigning | null {
  const { access_certificate: own, trust_identity: name } = asked
  if (own !== undefined && name !== undefined)
    throw refusedMember('invalid_request', '/trust_identity', 'It excludes access_certificate: name one of them.')
  if (name !== undefined) {
    const identity = ports.ownAccess.identity(name)
    if (identity === null)
      throw refusedMember('unknown_trust_identity', '/trust_identity', 'This installation has none of this name.')
    if (!identity.isCurrent(exchange.at))
      throw refusedMember(
        'invalid_access_certificate',
        '/trust_identity',
        'Each of its certificates must be valid now.',
      )
    const { signer, holder, dropped } = identity
    return { signer, holder, dropped, sealed: null, identity }
  }
  if (own === undefined) return null
  if (!isSafeForSecrets(exchange, settings))
    throw refusedMember(
      'insecure_transport',
      '/access_certificate/private_key',
      'Send a private key over https, or from the machine that the service runs on. Others may have read this one.',
    )
  const given = { chain: own.chain, privateKey: own.private_key as string | JsonObject }
  const read = ports.ownAccess.read(given, exchange.at)
  if ('problem' in read)
    throw refusedMember('invalid_access_certificate', `/access_certificate/${read.member}`, read.problem)
  return { ...read, identity: null }
}

/** The session request member that supplied an own certificate. */
export const ownMember = ({ identity }: OwnSigning): string =>
  identity === null ? '/access_certificate/chain' : '/trust_identity'

/**
 * The organisation to register: the access certificate's, or ours by default.
 * @see E475-4.5
 * @throws ProtocolError for a certificate without a registrable identifier
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

/** The stored holder of a session's own access certificate. */
export const keptHolder = ({ holder, dropped }: OwnSigning): KeptHolder => ({
  name: holder.tradeName,
  identifier: holder.identifier,
  service: holder.service,
  without_person: holder.withoutPerson,
  dropped,
})
