import type { DcqlQuery } from '../verifier/dcql/dcql-query'
import { judgeAccessCertificate } from './certificates/access-certificate'
import { finding, isFatalInPresentation, type TrustFinding, type TrustReport } from './finding'
import { loadAnchors } from './lists/load-anchors'
import {
  type OverAsked,
  overAskedIn,
  type Registration,
  registeredPart,
  verifyRegistration,
} from './registration/registration'
import type { TrustContext } from './trust-context'

/** A verified request of a verifier. */
export interface VerifierParts {
  clientId: string
  /** The certificates in the request's header, leaf first. */
  x5c: readonly string[]
  /** The `verifier_info` of the request, as received. */
  verifierInfo: unknown
  query: DcqlQuery
}

/** What the wallet does with the request. */
export interface VerifierTrust extends TrustReport {
  /** Why the wallet refuses; null if it goes on. */
  refusal: TrustFinding | null
  /** What the request asks for beyond the registration, to show the user. */
  overAsked: OverAsked | null
  /** The query to answer: reduced if the wallet shows registered claims only. */
  query: DcqlQuery
}

const serviceProvider = 'https://uri.etsi.org/19475/Entitlement/Service_Provider'

/**
 * Evaluates whether a verifier is who it claims, is registered, and asks for no more than it registered (ARF3-RPA_04,
 * RPRC_17, 17a, 21). Fetches lists, the registration's status and the access certificate's revocation list.
 */
export async function evaluateVerifier(context: TrustContext, parts: VerifierParts): Promise<VerifierTrust> {
  const { neglects } = context
  if (neglects === 'all') return { findings: [], warned: false, refusal: null, overAsked: null, query: parts.query }
  const access = await loadAnchors(context, 'access')
  const registrars = await loadAnchors(context, 'registrar')
  const judged = await judgeAccessCertificate(context, parts.x5c, access.anchors.issuance)
  const registered = await verifyRegistration(context, parts.verifierInfo, {
    access: judged.leaf,
    registrars: registrars.anchors,
  })
  const findings = [
    ...(parts.clientId.startsWith('x509_hash:')
      ? []
      : [finding('access_no_hash', 'The verifier is not named by the hash of its access certificate')]),
    ...access.findings,
    ...registrars.findings,
    ...judged.findings,
    ...registered.findings,
    ...(registered.registration === null ? [] : judgeScope(registered.registration)),
  ]
  return decide(context, findings, judgeAsked(context, parts.query, registered.registration))
}

function judgeScope({ entitlements, credentials }: Registration): TrustFinding[] {
  return [
    ...(entitlements.includes(serviceProvider)
      ? []
      : [finding('registration_entitlement', 'The verifier is not registered as a provider of services')]),
    ...(credentials.length > 0
      ? []
      : [finding('registration_no_scope', 'The verifier registered nothing that it may ask for')]),
  ]
}

/**
 * What the request asks for beyond the registration, and the query that the wallet would answer; null if nothing useful
 * is left.
 */
interface Asked {
  over: OverAsked | null
  query: DcqlQuery | null
}

function judgeAsked({ settings, neglects }: TrustContext, query: DcqlQuery, registration: Registration | null): Asked {
  if (registration === null || registration.credentials.length === 0 || neglects === 'over_asking')
    return { over: null, query }
  const over = overAskedIn(query, registration.credentials)
  if (over.types.length === 0 && over.claims.length === 0) return { over: null, query }
  const isNarrowed = settings.overAsking === 'registered_only' && neglects !== 'findings'
  return { over, query: isNarrowed ? registeredPart(query, registration.credentials) : query }
}

function decide({ settings, neglects }: TrustContext, wrong: TrustFinding[], { over, query }: Asked): VerifierTrust {
  const overAsking = over === null ? [] : [finding('over_asking', 'The verifier asks for more than it registered')]
  // Without lists nobody can tell, and such a wallet does not mind.
  const minded = wrong.filter(({ reason }) => neglects !== 'lists' || !reason.endsWith('_not_judged'))
  const findings = [...minded, ...overAsking]
  // A verifier that only gets registered claims got nothing that the user must be warned about.
  const isMet = settings.overAsking === 'registered_only' && query !== null
  const open = isMet ? minded : findings
  const isUnmet = settings.overAsking === 'registered_only' && query === null
  const isSilent = neglects === 'warning' || neglects === 'findings'
  const refusals = [
    ...findings.filter(isFatalInPresentation),
    ...(isUnmet ? overAsking : []),
    ...(settings.policy === 'refuse' ? open : []),
  ]
  const [refusal = null] = neglects === 'findings' ? [] : refusals
  return {
    findings,
    warned: refusal === null && open.length > 0 && !isSilent,
    refusal,
    overAsked: over,
    query: query ?? { credentials: [], credentialSets: null },
  }
}
