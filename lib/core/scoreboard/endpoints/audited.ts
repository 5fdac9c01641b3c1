import { actorOf } from '../asking'
import type { AuditAction, AuditedBy, KnownOrganization } from '../organization-keys'
import type { AskedContext } from './scoreboard-endpoint'

/** Who asks, for the audit. */
export const auditedBy = ({ exchange, by, network }: Pick<AskedContext, 'exchange' | 'by' | 'network'>): AuditedBy => ({
  at: exchange.at,
  actor: actorOf(by),
  network,
})

/** Characters of what something was done to, as far as an audit keeps them. */
const targetCharacters = 200

/**
 * Notes in the audit of an organisation what was just done to it. The change is made already: should storage go away in
 * between, the answer is 503 and whoever asks sends it again. Throws StoreUnavailable.
 * @param target what it was done to, by its path
 */
export async function noteInAudit(
  context: Pick<AskedContext, 'exchange' | 'by' | 'network' | 'ports'>,
  namespace: string,
  done: { readonly action: AuditAction; readonly target: string },
): Promise<void> {
  const { organizationKeys } = context.ports.scoreboard
  const { by } = context
  const organization: KnownOrganization | null =
    by.kind === 'organization'
      ? { id: by.organization, namespace, name: by.name }
      : await organizationKeys.organization(namespace)
  // It was deleted meanwhile, with its audit.
  if (organization === null) return
  const target = [...done.target].slice(0, targetCharacters).join('')
  await organizationKeys.note(organization, { ...auditedBy(context), action: done.action, target })
}
