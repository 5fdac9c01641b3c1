import type { OwnIssuer } from '../../../engine/endpoints/neighbours'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { readJwt } from '../../../ground/jose/read-jwt'

/** Most issuers of sessions that one answer is looked up for. */
const issuersMax = 3

/** The issuers of sessions of ours that presented credentials name; what they name is not believed, only looked up. */
export async function ownIssuers(
  texts: readonly string[],
  { ports, settings, neighbours }: Pick<RequestContext, 'ports' | 'settings' | 'neighbours'>,
): Promise<readonly OwnIssuer[]> {
  const ours = `${settings.baseUrl}/lab/`
  const named = new Set<string>()
  for (const text of texts) {
    const read = text.includes('~') ? readJwt(text.slice(0, text.indexOf('~'))) : null
    const iss = read?.readable ? read.claims.iss : null
    if (typeof iss === 'string' && iss.startsWith(ours) && named.size < issuersMax) named.add(iss)
  }
  const found = await Promise.all([...named].map((iss) => neighbours.ownLaboratory(iss, { ports, settings })))
  return found.filter((one) => one !== null)
}

/** The roots of their own, which sessions trust like that of the installation. */
export const rootsOf = (issuers: readonly OwnIssuer[]): string[] => issuers.flatMap(({ root }) => root ?? [])
