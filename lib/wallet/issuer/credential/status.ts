import { WalletStop } from '../../errors'
import { referenceIn, type StatusList, statusOf, valueAt } from '../../formats/credential-status'
import type { HeldCredential } from '../../formats/stored-credential'
import { fetchStatusList } from '../../status-list'
import { aroundStep } from '../../step'
import { requireThat } from '../care'
import type { Run } from '../run'

/**
 * Looks up the status of each credential that has one (Token Status List sections 6 and 8). A list that serves several
 * credentials is fetched once, and again only after its `ttl` (section 8.3). One that cannot be read, or relied on, says nothing
 * of a credential, and is not kept.
 *
 * @throws WalletStop for a status that is malformed, or says that the credential is revoked or suspended
 */
export async function checkStatuses(run: Run, credentials: readonly HeldCredential[]): Promise<void> {
  const lists = new Map<string, Promise<StatusList | null>>()
  for (const credential of credentials) {
    const status = statusOf(credential)
    if (status === undefined) continue
    const reference = referenceIn(status)
    requireThat(run, 'status_reference', reference !== null, 'The status of the credential is malformed')
    if (reference === null) continue
    const { idx, uri } = reference
    const list = lists.get(uri) ?? currentList(run, uri)
    lists.set(uri, list)
    const value = valueAt(await list, idx)
    if (value !== null && value !== 0) throw new WalletStop('The credential is revoked or suspended')
  }
}

async function currentList(run: Run, uri: string): Promise<StatusList | null> {
  const { statusLists } = run.facts
  const kept = statusLists.get(uri)
  if (kept !== undefined && run.clock() < kept.until) return kept
  const list = await fetchList(run, uri)
  if (list === null) statusLists.delete(uri)
  else statusLists.set(uri, list)
  return list
}

async function fetchList(run: Run, uri: string): Promise<StatusList | null> {
  if (run.misbehaviour?.skip === 'status_list') {
    run.misbehaving = true
    return null
  }
  return aroundStep(run, 'status_list', () => fetchStatusList(run, uri))
}
