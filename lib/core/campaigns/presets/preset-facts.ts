import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Ports } from '../../ground/ports/ports'
import type { IssuanceSession, TransactionTemplate } from '../../ground/ports/store-types'
import { issuerConfigurations } from '../../issuer/configurations'
import type { PresetFacts } from './preset'

/** Cached by certificate chain: a chain stays the same while the service runs, and takes long to parse. */
const authorityKeyIdentifiers = new WeakMap<readonly unknown[], string>()

/** What preset bodies use from this installation, its campaign, and the session that a presentation follows; `null` for none. */
export function presetFacts(
  { ports, settings }: Pick<RequestContext, 'ports' | 'settings'>,
  followed: IssuanceSession | null = null,
  template?: TransactionTemplate,
): PresetFacts {
  // All issuers' credentials are signed under one root, so every certificate names the same key.
  const { x5c } = ports.issuerKeys(issuerConfigurations[0].id).credential
  return {
    authorityKeyIdentifier: authorityKeyIdentifiers.get(x5c) ?? readAuthorityKeyIdentifier(x5c, ports),
    scopeAlias: [...settings.scopeAliases.keys()][0] ?? null,
    ...(followed?.laboratory === undefined
      ? {}
      : { followedAuthorities: authoritiesIn(followed.laboratory.certificates.credential, ports) }),
    ...(template === undefined ? {} : { transactionTemplate: template }),
  }
}

/** The key identifier of whoever issued each certificate of a chain. OID4VP-1FINAL-6.1.1.1 */
function authoritiesIn(x5c: readonly string[], ports: Ports): readonly string[] {
  const chain = ports.trustAnchors('credential_issuer')(x5c)
  return chain.readable ? chain.certificates.map(({ authorityKeyIdentifier }) => authorityKeyIdentifier ?? '') : []
}

function readAuthorityKeyIdentifier(x5c: readonly string[], ports: Ports): string {
  const chain = ports.trustAnchors('credential_issuer')(x5c)
  const identifier = (chain.readable && chain.certificates[0].authorityKeyIdentifier) || ''
  // The lookup may be empty because a request used up its budget. The next request may succeed, so do not cache that.
  if (identifier !== '') authorityKeyIdentifiers.set(x5c, identifier)
  return identifier
}
