import type { RequestContext } from '../../../engine/endpoints/request-context'
import type { Laboratory } from '../../../ground/ports/laboratory'
import type { KeptRegistration, SessionTrust } from '../../../ground/ports/session-trust'
import { keptCertificate } from '../../../ground/trust/kept-certificate'
import { testOrganization } from '../../../ground/trust/organization'
import { issuerRegistration } from '../../../ground/trust/registration/registration-claims'
import { drawStatusIndex } from '../../../ground/trust/registration/registration-status-list'
import { registrationHeader, signRegistration } from '../../../ground/trust/registration/sign-registration'
import { trustAddress } from '../../../ground/trust/trust-addresses'
import { configurationOfSession } from '../../configurations/laboratory/laboratory-configuration'
import { issuerDeviation } from '../../deviations'
import type { IssuerTrustChanges } from '../../deviations/trust-changes'
import { entitlementsOf, providedAttestations } from '../../read/issuer-info'
import type { IssuanceSessionRequest } from '../../read/session-options'

type Asked = Pick<
  IssuanceSessionRequest,
  'issuer_configuration_id' | 'trust_framework' | 'registration_certificate' | 'registration_typ' | 'fault'
>

/**
 * What an issuance keeps of the European trust framework; `null` outside it. Its registration certificate is made once: of
 * what its issuer provides, unless the tester sent one or wants none.
 * @see E475-5.2, ARF3-RPRC_22
 */
export async function registerIssuer(
  asked: Asked,
  laboratory: Laboratory,
  context: RequestContext,
): Promise<SessionTrust | null> {
  if (asked.trust_framework !== 'eu') return null
  const { registration_certificate: certificate } = asked
  const wrong = issuerDeviation(asked.fault)?.changes.trust ?? {}
  const access = keptCertificate(laboratory.certificates.access ?? [], context.ports)
  const registration: KeptRegistration | null =
    certificate === 'none' || wrong.shown === 'none'
      ? null
      : certificate === 'auto'
        ? await makeRegistration(asked, laboratory, wrong, context)
        : ownRegistration(certificate, wrong)
  return { trust_id: laboratory.id, access, registration }
}

/** The tester's own, which nobody here can sign anew. */
function ownRegistration(compact: string, { compact: change, shown }: IssuerTrustChanges): KeptRegistration {
  const another = shown === 'two' ? { another: compact } : {}
  return { source: 'own', compact: change?.(compact) ?? compact, ...another, status_index: null }
}

async function makeRegistration(
  { issuer_configuration_id: issuerConfigurationId, registration_typ: typ }: Asked,
  laboratory: Laboratory,
  wrong: IssuerTrustChanges,
  { exchange, ports, settings: { baseUrl } }: RequestContext,
): Promise<KeptRegistration> {
  const keys = await ports.trustKeys()
  const signer = wrong.signer?.(keys) ?? keys.registrar
  const { legalName, identifier, country, services } = testOrganization
  const provided = configurationOfSession({ issuerConfigurationId, laboratory })?.credentialConfigurations ?? []
  const statusIndex = drawStatusIndex(ports.random)
  const make = (): string => {
    const claims = issuerRegistration(
      {
        organization: { identifier, legalName, tradeName: services.issuer.tradeName, country },
        baseUrl,
        entitlements: entitlementsOf(provided),
        jti: ports.uuid(),
        issuedAt: exchange.at,
        status: { idx: statusIndex, uri: trustAddress.sessionStatusList(baseUrl, laboratory.id) },
      },
      providedAttestations(provided),
    )
    const header = registrationHeader({ typ, x5c: signer.x5c, issuedAt: exchange.at }, ports.sha256)
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
