import type { Exchange } from '../../../shared/http/exchange'
import { digestOf } from '../../../shared/ports/digests'
import type { Ports } from '../../../shared/ports/ports'
import { workbenchMark } from '../../sessions/workbench'

/** A path below `/d/`, with the id of a door in it. */
const doorPath = /^(\/+d\/+)([^/]+)(.*)$/s

/** The path of a request as logs may hold it: without the id of a door, which lets wallets in. */
export const withoutDoorId = (exchange: Exchange): Exchange => withDoor(exchange, '~')

/** A request as records hold it: its path names a workbench by its mark, `/d/~7f3a/offer`. Throws StoreUnavailable. */
export async function withDoorMark(exchange: Exchange, { store, sha256 }: Pick<Ports, 'store' | 'sha256'>) {
  const id = doorPath.exec(exchange.path)?.[2]
  if (id === undefined) return exchange
  const workbench = await store.workbench('doorDigest', digestOf(id, sha256))
  return withDoor(exchange, workbench === null ? '~unknown' : `~${workbenchMark(workbench.digest)}`)
}

const withDoor = (exchange: Exchange, mark: string): Exchange => ({
  ...exchange,
  path: exchange.path.replace(doorPath, (_, before: string, _id: string, after: string) => before + mark + after),
})
