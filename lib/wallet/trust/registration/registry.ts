import { readJws } from '../../jose/jws'
import { isObject, stringMember } from '../../json'

/**
 * Where the registration in `verifier_info` can be looked up again: the intended use of that party at the register that it names
 * (TS5-3.2). Null where no entry can be read. For wallets that ask the register without need.
 */
export function registryOf(verifierInfo: unknown): string | null {
  for (const entry of Array.isArray(verifierInfo) ? verifierInfo.filter(isObject) : []) {
    const claims = readJws(stringMember(entry, 'data') ?? '')?.claims
    const registry = stringMember(claims, 'registry_uri')
    const identifier = stringMember(claims, 'sub')
    if (registry === null || identifier === null || !URL.canParse(registry)) continue
    const use = stringMember(claims, 'intended_use_id')
    const query = new URLSearchParams({
      rpidentifier: identifier,
      ...(use === null ? {} : { intendeduseidentifier: use }),
    })
    return `${registry.replace(/\/$/, '')}/wrp/check-intended-use?${query}`
  }
  return null
}
