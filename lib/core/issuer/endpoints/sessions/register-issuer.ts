import { keptHolder, type OwnSigning, organizationOf } from '../../../engine/endpoints/own-access'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { refusedMember } from '../../../engine/sessions/refused-member'
import { registrarNeeded } from '../../../engine/sessions/trust-options'
import type { CredentialConfiguration } from '../../../shared/formats/credential-format'
import type { Laboratory } from '../../../shared/ports/laboratory'
import type { KeptRegistration, SessionTrust } from '../../../shared/ports/session-options'
import { keptCertificate } from '../../../shared/trust/certificates'
import {
  issuerRegistration,
  mayRegisterPerson,
  readRegistration,
  registrationHeader,
  signRegistration,
} from '../../../shared/trust/registration/registration'
import { drawStatusIndex } from '../../../shared/trust/registration/registration-status-list'
import { trustAddress } from '../../../shared/trust/trust-addresses'
import { configurationOfSession } from '../../configurations/laboratory/laboratory-configuration'
import { issuerDeviation, withAnyRegistrar } from '../../deviations'
import { type IssuerTrustChanges, needsOurRegistrar } from '../../deviations/issuer-deviation'
import { entitlementsOf, overProvided, providedAttestations } from '../../read/issuer-info'
import type { IssuanceSessionRequest } from '../../read/session-options'

type Asked = Pick<
  IssuanceSessionRequest,
  'issuer_configuration_id' | 'trust_framework' | 'registration_certificate' | 'registration_typ' | 'fault'
>

interface ToRegister {
  readonly laboratory: Laboratory
  /** The tester's access certificate, if supplied. */
  readonly ownAccess: OwnSigning | null
}

/**
 * Trust framework data of an issuance; `null` outside the framework. The registration certificate is made once, from
 * what the issuer provides, unless the tester supplied one, has one for the access certificate they name, or wants
 * none.
 * @see E475-5.2, ARF3-RPRC_22
 */
export async function registerIssuer(
  asked: Asked,
  to: ToRegister,
  context: RequestContext,
): Promise<SessionTrust | null> {
  if (asked.trust_framework !== 'eu') return null
  const { laboratory, ownAccess } = to
  const { registration_certificate: certificate } = asked
  const wrong = issuerDeviation(asked.fault)?.changes.trust ?? {}
  const access = keptCertificate(laboratory.certificates.access ?? [], context.ports)
  const sent = certificate === 'auto' ? (ownAccess?.identity?.issuerRegistration ?? null) : certificate
  const register = async (): Promise<KeptRegistration | null> => {
    if (sent === 'none') return null
    if (sent === null) return wrong.shown === 'none' ? null : makeRegistration(asked, to, wrong, context)
    requireTestable(sent, asked, laboratory)
    return wrong.shown === 'none' ? null : ownRegistration(sent, wrong)
  }
  return {
    trust_id: laboratory.id,
    access,
    ...(ownAccess === null ? {} : { own: keptHolder(ownAccess) }),
    registration: await register(),
  }
}

/**
 * Throws for a certificate of another registrar that may name a natural person, and for a fault that such a certificate
 * cannot have: we cannot sign it anew, and an offer within its registration exceeds nothing.
 */
function requireTestable(
  compact: string,
  { registration_certificate: certificate, ...asked }: Asked,
  laboratory: Laboratory,
): void {
  const claims = readRegistration(compact)?.claims ?? {}
  const fromIdentity = certificate === 'auto'
  if (mayRegisterPerson(claims))
    throw refusedMember(
      'invalid_registration_certificate',
      fromIdentity ? '/trust_identity' : '/registration_certificate',
      'The registration certificate of an issuer must name an organisation (sub_ln, or the identifier of one in sub), and no natural person.',
    )
  const { trust = {} } = issuerDeviation(asked.fault)?.changes ?? {}
  if (needsOurRegistrar(trust))
    throw refusedMember('own_registrar_needed', '/fault', registrarNeeded(withAnyRegistrar, fromIdentity))
  if (trust.overProvides !== true || overProvided(providedBy(asked, laboratory), claims).length > 0) return
  throw refusedMember(
    'own_registrar_needed',
    '/fault',
    'The certificate of another registrar registers all that the issuer offers: offer a type outside it in laboratory.credentials, or let our registrar issue one.',
  )
}

/** The tester's certificate, which we cannot sign anew. */
function ownRegistration(compact: string, { compact: change, shown }: IssuerTrustChanges): KeptRegistration {
  const another = shown === 'two' ? { another: compact } : {}
  return { source: 'own', compact: change?.(compact) ?? compact, ...another, status_index: null }
}

const providedBy = (
  { issuer_configuration_id: issuerConfigurationId }: Pick<Asked, 'issuer_configuration_id'>,
  laboratory: Laboratory,
): readonly CredentialConfiguration[] =>
  configurationOfSession({ issuerConfigurationId, laboratory })?.credentialConfigurations ?? []

async function makeRegistration(
  asked: Asked,
  { laboratory, ownAccess }: ToRegister,
  wrong: IssuerTrustChanges,
  { exchange, ports, settings: { baseUrl } }: RequestContext,
): Promise<KeptRegistration> {
  const keys = await ports.trustKeys()
  const signer = wrong.signer?.(keys) ?? keys.registrar
  const provided = providedBy(asked, laboratory)
  const statusIndex = drawStatusIndex(ports.random)
  const make = (): string => {
    const claims = issuerRegistration(
      {
        organization: organizationOf(ownAccess, 'issuer'),
        baseUrl,
        entitlements: entitlementsOf(provided),
        jti: ports.uuid(),
        issuedAt: exchange.at,
        status: { idx: statusIndex, uri: trustAddress.sessionStatusList(baseUrl, laboratory.id) },
      },
      providedAttestations(provided),
    )
    const header = registrationHeader(
      { typ: asked.registration_typ, x5c: signer.x5c, issuedAt: exchange.at },
      ports.sha256,
    )
    const jws = signRegistration(wrong.header?.(header) ?? header, wrong.claims?.(claims) ?? claims, signer)
    return wrong.compact?.(jws) ?? jws
  }
  return {
    source: 'made',
    compact: make(),
    ...(wrong.shown === 'two' ? { another: make() } : {}),
    status_index: statusIndex,
  }
}
