import { plain } from '../../../engine/endpoints/endpoint'
import { projectLedgerRecord } from '../../../engine/evidence/project-exchange'
import { bytesReply } from '../../../shared/http/reply'
import type { LedgerExchange } from '../../../shared/ports/store-types'
import { utf8 } from '../../../shared/values/base64url'

/** Maximum size of the ledger as JSON; a thousand ordinary requests take half of it. */
const ledgerCharactersMax = 8_000_000
/** JSON of records. The newest exchanges stay in memory unchanged, so their JSON can be cached. */
const written = new WeakMap<LedgerExchange, string>()
/** Records to serialize before yielding. */
const recordsPerTurn = 20

/** A response and the exchanges it covers, listed or not. It is reused while the exchanges are the same. */
interface Answer {
  readonly exchanges: readonly LedgerExchange[]
  readonly bytes: Uint8Array
}

/**
 * The last response, weakly keyed by its newest exchange, so that both are collected together, e.g. after a deletion.
 */
const answers = new WeakMap<LedgerExchange, Answer>()
let lastNewest: WeakRef<LedgerExchange> | null = null

/** `GET /oid4vci/requests`: the newest issuance requests that fit, oldest first. */
export const listRequests = plain(async ({ ports, settings }) => {
  const exchanges = await ports.store.ledger(settings.ledgerSize, 'openid4vci')
  const newest = exchanges.at(-1)
  const known = newest && answers.get(newest)
  if (known !== undefined && areSame(known.exchanges, exchanges))
    return { reply: bytesReply(200, 'application/json', known.bytes) }
  const bytes = utf8(await writtenOut(exchanges, ports.turn))
  const previous = lastNewest?.deref()
  if (previous !== undefined) answers.delete(previous)
  if (newest !== undefined) {
    answers.set(newest, { exchanges, bytes })
    lastNewest = new WeakRef(newest)
  }
  return { reply: bytesReply(200, 'application/json', bytes) }
})

const areSame = (some: readonly LedgerExchange[], others: readonly LedgerExchange[]): boolean =>
  some.length === others.length && some.every((exchange, index) => exchange === others[index])

async function writtenOut(exchanges: readonly LedgerExchange[], turn: () => Promise<unknown>): Promise<string> {
  const records: string[] = []
  let left = ledgerCharactersMax
  let fresh = 0
  for (const exchange of exchanges.toReversed()) {
    const known = written.get(exchange)
    const record = known ?? JSON.stringify(projectLedgerRecord(exchange))
    left -= record.length
    if (left < 0) break
    records.push(record)
    if (known !== undefined) continue
    written.set(exchange, record)
    if (++fresh % recordsPerTurn === 0) await turn()
  }
  return `[${records.reverse().join(',')}]`
}
