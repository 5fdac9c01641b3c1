import type { RequestContext } from '../../engine/endpoints/request-context'
import { bySeverity } from '../../ground/ports/finding'
import { toBase64 } from '../../ground/values/base64url'
import type { DecidingResult, PresentedCredential } from '../deciding-result'

/** Tells whether this service issued a presented credential. */
type IsOurs = (credential: Pick<PresentedCredential, 'iss' | 'authority'>) => Promise<boolean>

/**
 * Ours is what names an issuer below our address, or is signed under a root of ours: that of the installation, or that of
 * the PID providers of its European trust framework.
 */
export function ownCredentials({ ports, settings }: Pick<RequestContext, 'ports' | 'settings'>): IsOurs {
  const keyIdentifierOf = (der: string): string | null => {
    const facts = ports.trustAnchors('credential_issuer')([der])
    return facts.readable ? facts.certificates[0].subjectKeyIdentifier : null
  }
  let root: string | null | undefined
  let provider: Promise<string | null> | undefined
  return async ({ iss, authority }) => {
    if (iss?.startsWith(`${settings.baseUrl}/`)) return true
    if (authority === null) return false
    root ??= keyIdentifierOf(toBase64(ports.rootCertificate.der))
    if (authority === root) return true
    provider ??= ports.trustKeys().then((keys) => keyIdentifierOf(keys.anchor('pid').der))
    return authority === (await provider)
  }
}

/** The findings of a session without those about credentials of ours; `null` where all that was presented is ours. */
export async function foundOfOthers(
  { found, presented }: Pick<DecidingResult, 'found' | 'presented'>,
  isOurs: IsOurs,
): Promise<DecidingResult['found'] | null> {
  const others: PresentedCredential[] = []
  for (const one of presented) if (!(await isOurs(one))) others.push(one)
  if (others.length === presented.length) return found
  if (others.length === 0) return null
  const merged: Record<string, DecidingResult['found'][string]> = {}
  for (const [id, one] of others.flatMap((other) => Object.entries(other.found ?? found))) {
    const known = merged[id]
    if (known === undefined || bySeverity(one.status, known.status) < 0) merged[id] = one
  }
  return merged
}
