import { referenceIn, statusOf, valueAt } from '../formats/credential-status'
import type { HeldCredential } from '../formats/stored-credential'
import { fetchStatusList } from '../status-list'
import type { DcqlQuery } from './dcql/dcql-query'
import { type Selection, selectCredentials } from './dcql/select-credentials'
import type { Run } from './run'

/**
 * What this wallet shows for a query of what it holds, but for credentials whose list says that they are revoked or suspended:
 * a verifier would refuse them (TSL14-8.3). A list that cannot be read, or relied on, says nothing.
 *
 * @throws RequestRefused when a required part cannot be satisfied, without saying why
 */
export async function selectValid(run: Run, query: DcqlQuery, held: readonly HeldCredential[]): Promise<Selection[]> {
  let left = [...held]
  for (;;) {
    const selections = selectCredentials(query, left)
    if (!run.profile.checkStatus) return selections
    const over = new Set<HeldCredential>()
    for (const { credential } of selections) if (await isOver(run, credential)) over.add(credential)
    if (over.size === 0) return selections
    left = left.filter((credential) => !over.has(credential))
  }
}

async function isOver(run: Run, credential: HeldCredential): Promise<boolean> {
  const reference = referenceIn(statusOf(credential))
  if (reference === null) return false
  const { idx, uri } = reference
  const value = valueAt(await fetchStatusList(run, uri), idx)
  return value !== null && value !== 0
}
