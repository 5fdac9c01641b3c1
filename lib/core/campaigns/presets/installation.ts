import type { RequestContext } from '../../engine/endpoints/request-context'
import { namesItsHost } from '../../verifier/identity/names-its-host'

/** What of an installation decides which presets have sessions there. */
export interface Installation {
  readonly baseUrl: string
  /** The certificate of its verifier names its host. */
  readonly namesHost: boolean
  /** It maps a scope to a query. */
  readonly hasScope: boolean
}

/** By certificate chain, which takes long to parse. */
const naming = new WeakMap<readonly string[], string>()

/** What is known of this installation. */
export function installationOf(context: Pick<RequestContext, 'settings' | 'ports'>): Installation {
  const { settings, ports } = context
  const { x5c } = ports.verifierKeys.requestSigner
  const isKnown = naming.get(x5c) === settings.baseUrl
  const namesHost = isKnown || namesItsHost(context)
  // Reading it may fail because a request used up its budget, so only what was read is remembered.
  if (namesHost) naming.set(x5c, settings.baseUrl)
  return { baseUrl: settings.baseUrl, namesHost, hasScope: settings.scopeAliases.size > 0 }
}
