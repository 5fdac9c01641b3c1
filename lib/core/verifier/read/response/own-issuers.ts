import type { OwnIssuer } from '../../../engine/endpoints/neighbours'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { isLaboratoryId } from '../../../ground/ports/laboratory'
import type { PresentationSession } from '../../../ground/ports/store-types'
import { fromBase64url, fromUtf8 } from '../../../ground/values/base64url'

/** Most issuers of sessions that one answer is looked up for. */
const issuersMax = 3

const laboratoryIdLength = 22

/** The issuers of sessions of ours that presented credentials name; what they name is not believed, only looked up. */
export async function ownIssuers(
  texts: readonly string[],
  { ports, settings, neighbours }: Pick<RequestContext, 'ports' | 'settings' | 'neighbours'>,
): Promise<readonly OwnIssuer[]> {
  const ours = `${settings.baseUrl}/lab/`
  const named = new Set<string>()
  for (const text of texts) {
    const iss = text.includes('~') ? issuerNamedIn(text.slice(0, text.indexOf('~')), ours) : null
    if (iss !== null && named.size < issuersMax) named.add(iss)
  }
  const found = await Promise.all([...named].map((iss) => neighbours.ownLaboratory(iss, { ports, settings })))
  return found.filter((one) => one !== null)
}

/**
 * The issuer below an address that a credential names, without reading it: the credential is read once, and after this. What
 * we have issued is written as we write JSON.
 */
function issuerNamedIn(jws: string, below: string): string | null {
  const [, payload = ''] = jws.split('.', 2)
  const bytes = fromBase64url(payload)
  const claims = bytes === null ? '' : (fromUtf8(bytes) ?? '')
  const start = `"iss":"${below}`
  const at = claims.indexOf(start)
  const id = at === -1 ? '' : claims.slice(at + start.length, at + start.length + laboratoryIdLength)
  return isLaboratoryId(id) ? `${below}${id}` : null
}

/**
 * What a session trusts like the root of the installation: the roots of these issuers, and under the European framework the
 * authority of our PID providers.
 */
export async function rootsOf(
  issuers: readonly OwnIssuer[],
  { options }: Pick<PresentationSession, 'options'>,
  { ports }: Pick<RequestContext, 'ports'>,
): Promise<string[]> {
  const roots = issuers.flatMap(({ root }) => root ?? [])
  return options.trust_framework === 'eu' ? [...roots, (await ports.trustKeys()).anchor('pid').der] : roots
}
