import { issuerConfigurations } from '../issuers'
import type { PresetFacts } from '../presets/preset'
import type { RequestContext } from '../request-context'

/** What the bodies of presets take from this installation. */
export function presetFacts({ ports, settings }: Pick<RequestContext, 'ports' | 'settings'>): PresetFacts {
  // Credentials of all issuers are signed under one root, so that each certificate names the same key.
  const { x5c } = ports.issuerKeys(issuerConfigurations[0].id).credential
  const chain = ports.trustAnchors('credential_issuer')(x5c)
  return {
    authorityKeyIdentifier: (chain.readable && chain.certificates[0].authorityKeyIdentifier) || '',
    scopeAlias: [...settings.scopeAliases.keys()][0] ?? null,
  }
}
