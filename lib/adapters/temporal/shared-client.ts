import { Client, Connection } from '@temporalio/client'
import { SchedulerUnavailable } from '@/lib/core/scoreboard/scheduler'
import { connectionOptions, type TemporalSettings } from './connection-options'

const connectMillisMax = 3000
const callMillisMax = 10_000

/** Runs calls of a client. Throws SchedulerUnavailable where they fail, whatever the reason. */
export type WithClient = <Result>(work: (client: Client) => Promise<Result>, millisMax?: number) => Promise<Result>

/** A client of Temporal that connects on the first call, and again after Temporal was down. */
export function createSharedClient(
  settings: TemporalSettings,
  namespace: string,
): { readonly withClient: WithClient; readonly close: () => Promise<void> } {
  let current: OpenClient | null = null
  const open = async (): Promise<Client> => {
    const connection = await Connection.connect({
      ...connectionOptions(settings),
      connectTimeout: connectMillisMax,
    })
    return new Client({ connection, namespace })
  }
  const drop = (opened: OpenClient) => {
    opened.dropped = true
    if (current === opened) current = null
  }
  return {
    async withClient(work, millisMax = callMillisMax) {
      current ??= { client: open(), calls: 0, dropped: false }
      const opened = current
      opened.calls++
      try {
        const client = await opened.client
        return await client.withDeadline(Date.now() + millisMax, () => work(client))
      } catch (error) {
        drop(opened)
        throw new SchedulerUnavailable('Temporal does not respond.', { cause: error })
      } finally {
        opened.calls--
        void closeUnused(opened)
      }
    },
    async close() {
      const opened = current
      if (opened === null) return
      drop(opened)
      await closeUnused(opened)
    },
  }
}

/** A connection shared by several calls. */
interface OpenClient {
  readonly client: Promise<Client>
  /** Number of calls in progress. */
  calls: number
  /** True once no new call may use it. */
  dropped: boolean
}

/**
 * Closes a dropped connection after its last call, because a retry on a closed connection throws an error that nothing
 * can catch.
 */
async function closeUnused({ client, calls, dropped }: OpenClient): Promise<void> {
  if (dropped && calls === 0) await client.then(({ connection }) => connection.close()).catch(() => undefined)
}
