import type { X509Certificate } from 'node:crypto'
import { isObject, type JsonObject, stringMember } from '../json'
import { judgeAccessCertificate } from './certificates/access-certificate'
import { subjectAttribute } from './certificates/certificate-content'
import { finding, type TrustFinding } from './finding'
import { loadAnchors } from './lists/load-anchors'
import { type Registration, typesIn, verifyRegistration } from './registration/registration'
import type { TrustContext } from './trust-context'

/** What an issuer says about itself and offers. */
export interface IssuerParts {
  /** The certificates that sign the metadata, leaf first; null for unsigned metadata. */
  x5c: readonly string[] | null
  metadata: JsonObject
  /** The offered credential configuration, as in the metadata. */
  configuration: JsonObject
}

/** The wallet's findings before it requests anything. */
export interface IssuerTrust {
  findings: TrustFinding[]
  /**
   * The authorities under which the credential must be issued; null if no list names issuers of such credentials, or
   * none can be used.
   */
  providers: X509Certificate[] | null
}

const entitlement = 'https://uri.etsi.org/19475/Entitlement/'
const pidProvider = `${entitlement}PID_Provider`
const publicProvider = `${entitlement}PUB_EAA_Provider`
const attestationProviders = [`${entitlement}Non_Q_EAA_Provider`, `${entitlement}QEAA_Provider`, publicProvider]

/**
 * Evaluates whether an issuer is who it claims, is registered, and may issue what it offers (ARF3-RPRC_22a, 22b, 23,
 * ISSU_24, 24a, 24b, 33, 34). A wallet does this before it requests the credential.
 */
export async function evaluateIssuer(context: TrustContext, parts: IssuerParts): Promise<IssuerTrust> {
  if (context.neglects === 'all') return { findings: [], providers: null }
  const access = await loadAnchors(context, 'access')
  const registrars = await loadAnchors(context, 'registrar')
  const judged = await judgeSigner(context, parts.x5c, access.anchors.issuance)
  const registered = await verifyRegistration(context, parts.metadata.issuer_info, {
    access: judged.leaf,
    registrars: registrars.anchors,
  })
  const { registration } = registered
  const role = providerRole(parts.configuration, registration)
  const providers = role === null ? null : await loadAnchors(context, role)
  return {
    findings: [
      ...access.findings,
      ...registrars.findings,
      ...(providers?.findings ?? []),
      ...judged.findings,
      ...registered.findings,
      ...judgeDataset(parts.metadata.issuer_info, judged.leaf),
      ...(registration === null ? [] : judgeOffer(registration, parts.configuration)),
    ],
    providers: providers?.anchors.issuance ?? null,
  }
}

async function judgeSigner(context: TrustContext, x5c: IssuerParts['x5c'], authorities: X509Certificate[] | null) {
  if (x5c === null)
    return { leaf: null, findings: [finding('metadata_unsigned', 'The metadata of the issuer are not signed')] }
  return judgeAccessCertificate(context, x5c, authorities)
}

/** What the issuer copied from the register must concern the same party (E4723-4.2.3). */
function judgeDataset(entries: unknown, access: X509Certificate | null): TrustFinding[] {
  const datasets = (Array.isArray(entries) ? entries : [])
    .filter(isObject)
    .filter(({ format }) => format === 'registrar_dataset')
  const signer =
    access === null
      ? null
      : (subjectAttribute(access, 'organizationIdentifier') ?? subjectAttribute(access, 'serialNumber'))
  const isOther = datasets.some(({ data }) => {
    const identifiers = isObject(data) && Array.isArray(data.identifier) ? data.identifier.filter(isObject) : []
    return !identifiers.some((one) => signer !== null && stringMember(one, 'identifier') === signer)
  })
  return isOther && access !== null
    ? [
        finding(
          'registration_other_subject',
          'The data of the register belong to somebody else than the access certificate',
        ),
      ]
    : []
}

function judgeOffer({ entitlements, provides }: Registration, configuration: JsonObject): TrustFinding[] {
  const needed = isPid(configuration) ? [pidProvider] : attestationProviders
  const offered = typeOf(configuration)
  const isProvided = (provides ?? []).some(
    (entry) => entry.format === configuration.format && offered !== null && typesIn(entry).includes(offered),
  )
  return [
    ...(needed.some((one) => entitlements.includes(one))
      ? []
      : [finding('registration_entitlement', 'The issuer is not registered as a provider of what it offers')]),
    ...(isProvided ? [] : [finding('over_providing', 'The issuer did not register that it issues what it offers')]),
  ]
}

/** The list that names issuers of such credentials; non-qualified issuers are on none. */
function providerRole(configuration: JsonObject, registration: Registration | null): 'pid' | 'pub_eaa' | null {
  if (isPid(configuration)) return 'pid'
  return registration?.entitlements.includes(publicProvider) === true ? 'pub_eaa' : null
}

const typeOf = (configuration: JsonObject): string | null =>
  stringMember(configuration, configuration.format === 'mso_mdoc' ? 'doctype' : 'vct')

const isPid = (configuration: JsonObject): boolean => isPidType(typeOf(configuration) ?? '')

/** Whether this is a PID type, as named by the PID rulebook. */
export const isPidType = (type: string): boolean =>
  type === 'eu.europa.ec.eudi.pid.1' || type.startsWith('urn:eudi:pid:')
