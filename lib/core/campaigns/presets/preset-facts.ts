import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Ports } from '../../ground/ports/ports'
import { issuerConfigurations } from '../../issuer/configurations'
import type { PresetFacts } from './preset'

/** By the chain that a certificate came in: it stays the same while the service runs, and is long to parse. */
const authorityKeyIdentifiers = new WeakMap<readonly unknown[], string>()

/** What the bodies of presets take from this installation. */
export function presetFacts({ ports, settings }: Pick<RequestContext, 'ports' | 'settings'>): PresetFacts {
  // Credentials of all issuers are signed under one root, so that each certificate names the same key.
  const { x5c } = ports.issuerKeys(issuerConfigurations[0].id).credential
  return {
    authorityKeyIdentifier: authorityKeyIdentifiers.get(x5c) ?? readAuthorityKeyIdentifier(x5c, ports),
    scopeAlias: [...settings.scopeAliases.keys()][0] ?? null,
  }
}

function readAuthorityKeyIdentifier(x5c: readonly string[], ports: Ports): string {
  const chain = ports.trustAnchors('credential_issuer')(x5c)
  const identifier = (chain.readable && chain.certificates[0].authorityKeyIdentifier) || ''
  // A request may have spent what it may look at: that says nothing of the next one.
  if (identifier !== '') authorityKeyIdentifiers.set(x5c, identifier)
  return identifier
}
