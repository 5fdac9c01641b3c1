import { ProtocolError } from '../../shared/ports/errors'
import type { Asker } from '../../shared/ports/places'
import type { ProtocolSettings } from '../../shared/ports/settings'

/**
 * Refuses mutations where the setting MUTATIONS does not allow them to this asker.
 * @throws ProtocolError `mutations_not_enabled`
 */
export function requireMutationsAllowed(
  asked: unknown,
  { settings, asker }: { readonly settings: Pick<ProtocolSettings, 'mutations'>; readonly asker: Asker },
  pointer = '/mutations',
): void {
  if (asked === undefined || settings.mutations === 'on') return
  if (settings.mutations === 'own' && asker === 'operator') return
  throw new ProtocolError(
    'mutations_not_enabled',
    settings.mutations === 'own'
      ? 'Here only the operator may change requests by mutations: send OPERATOR_TOKEN as bearer token.'
      : 'This installation takes no mutations, see its setting MUTATIONS.',
    { pointer },
  )
}
