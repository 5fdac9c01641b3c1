import type { X509Certificate } from 'node:crypto'
import { readChainCertificate } from '../certificates/certificate-content'
import { finding, type TrustFinding } from '../finding'
import type { TrustContext, TrustRole } from '../trust-context'
import { type ExpectedList, type TrustList, verifyTrustList } from './trust-list'

/** Whom the wallet trusts in one role. */
export interface Anchors {
  /** Null if unknown: the wallet was given no authority, or the list cannot be used. */
  issuance: X509Certificate[] | null
  /** Authorities for revocation information. */
  revocation: X509Certificate[] | null
}

const etsi = 'http://uri.etsi.org/19602'

/** Each role's list: the end of its address, its type, its services, and its name in messages (E602-C to H). */
const lists: Readonly<Record<TrustRole, { path: string; type: string; service: string; name: string }>> = {
  access: {
    path: 'access-certificate-providers',
    type: `${etsi}/LoTEType/EUWRPACProvidersList`,
    service: `${etsi}/SvcType/WRPAC`,
    name: 'providers of access certificates',
  },
  registrar: {
    path: 'registration-certificate-providers',
    type: `${etsi}/LoTEType/EUWRPRCProvidersList`,
    service: `${etsi}/SvcType/WRPRC`,
    name: 'providers of registration certificates',
  },
  pid: {
    path: 'pid-providers',
    type: `${etsi}/LoTEType/EUPIDProvidersList`,
    service: `${etsi}/SvcType/PID`,
    name: 'providers of person identification data',
  },
  pub_eaa: {
    path: 'pub-eaa-providers',
    type: `${etsi}/LoTEType/EUPubEAAProvidersList`,
    service: `${etsi}/SvcType/PubEAA`,
    name: 'public providers of attestations',
  },
}

/**
 * The authorities of a role: those given to the wallet, plus those of the role's list. Problems with the list become
 * findings.
 */
export async function loadAnchors(
  context: TrustContext,
  role: TrustRole,
): Promise<{ anchors: Anchors; findings: TrustFinding[] }> {
  const { settings, neglects } = context
  const given = settings.anchors[role] ?? null
  const alone = { anchors: { issuance: given && [...given], revocation: given && [...given] }, findings: [] }
  if (settings.lists === null || neglects === 'lists' || neglects === 'all') return alone
  const { path, type, service, name } = lists[role]
  const url = `${settings.lists.base.replace(/\/$/, '')}/${path}.jwt`
  const { list, findings } = await loadList(context, url, { operators: settings.lists.operators, type, name })
  if (list === null) return { ...alone, findings }
  const of = (kind: 'Issuance' | 'Revocation') => [...certificatesFor(list, `${service}/${kind}`), ...(given ?? [])]
  return { anchors: { issuance: of('Issuance'), revocation: of('Revocation') }, findings }
}

/**
 * Fetches and verifies one list. A lower sequence number than before is a finding, but the list is still used, because
 * no specification forbids it (E602-6.3.2).
 */
async function loadList(
  { fetch, now, settings }: TrustContext,
  url: string,
  expected: Omit<ExpectedList, 'now'>,
): Promise<{ list: TrustList | null; findings: TrustFinding[] }> {
  const fetched = await fetch('trust_list', url, 'application/jwt')
  if (fetched === null)
    return { list: null, findings: [finding('list_unreachable', `The list of ${expected.name} cannot be fetched`)] }
  const list = verifyTrustList(fetched.bytes.toString('latin1'), { ...expected, now })
  if ('reason' in list) return { list: null, findings: [list] }
  const before = settings.memory.sequenceOf(url)
  settings.memory.learn(url, list.sequence)
  if (before === null || list.sequence >= before) return { list, findings: [] }
  const message = `The list of ${expected.name} has the sequence number ${list.sequence}, which was ${before} before`
  return { list, findings: [finding('list_rolled_back', message)] }
}

const pointersMax = 20

/**
 * The authorities that issue attestations according to the list at an address, or the lists it points to, one level
 * deep (OID4VP-1FINAL-6.1.1.2). Empty if the list is invalid, or not signed by anybody the wallet trusts.
 */
export async function issuersListedAt(context: TrustContext, url: string): Promise<X509Certificate[]> {
  const operators = context.settings.lists?.operators ?? []
  const { list } = await loadList(context, url, { operators, type: null, name: 'the request' })
  if (list === null) return []
  const found = issuersIn(list)
  for (const pointer of list.pointers.slice(0, pointersMax)) {
    // A list may point to itself, or to where it was fetched from.
    if (pointer.location === url) continue
    const named = pointer.operators.flatMap((one) => readChainCertificate(one) ?? [])
    const next = await loadList(context, pointer.location, { operators: named, type: null, name: 'the request' })
    if (next.list !== null) found.push(...issuersIn(next.list))
  }
  return found
}

const issuingServices: readonly string[] = ['PID', 'PubEAA', 'EAA', 'QEAA'].map(
  (kind) => `${etsi}/SvcType/${kind}/Issuance`,
)

const issuersIn = (list: TrustList): X509Certificate[] => issuingServices.flatMap((type) => certificatesFor(list, type))

/** The certificates of the services of a type that are not withdrawn. */
function certificatesFor({ services }: TrustList, type: string): X509Certificate[] {
  return services
    .filter((service) => service.type === type && (service.status === null || service.status.endsWith('/notified')))
    .flatMap(({ certificates }) => certificates.flatMap((one) => readChainCertificate(one) ?? []))
}
