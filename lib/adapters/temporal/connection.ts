import { readFileSync } from 'node:fs'
import { Client, Connection, type TLSConfig } from '@temporalio/client'
import { SchedulerUnavailable } from '@/lib/core/scoreboard/scheduler'

/** Connection settings. The files are PEM. */
export interface TemporalSettings {
  readonly address: string
  readonly tls: boolean
  readonly caFile?: string | undefined
  readonly certFile?: string | undefined
  readonly keyFile?: string | undefined
  readonly serverName?: string | undefined
  /** Of a hosted cluster; goes into no error and no log. */
  readonly apiKey?: string | undefined
}

/** Connection options of client and worker: an API key is sent by TLS alone. Throws when a file cannot be read. */
export function connectionOptions({ address, tls, caFile, certFile, keyFile, serverName, apiKey }: TemporalSettings): {
  readonly address: string
  readonly tls?: TLSConfig
  readonly apiKey?: string
} {
  if (!tls && [caFile, certFile, serverName, apiKey].every((given) => given === undefined)) return { address }
  return {
    address,
    tls: {
      ...(caFile === undefined ? {} : { serverRootCACertificate: readFileSync(caFile) }),
      ...(certFile === undefined || keyFile === undefined
        ? {}
        : { clientCertPair: { crt: readFileSync(certFile), key: readFileSync(keyFile) } }),
      ...(serverName === undefined ? {} : { serverNameOverride: serverName }),
    },
    ...(apiKey === undefined ? {} : { apiKey }),
  }
}

const connectMillisMax = 3000

const callMillisMax = 10_000

/** Runs calls of a client. Throws SchedulerUnavailable for any failure. */
export type WithClient = <Result>(work: (client: Client) => Promise<Result>, millisMax?: number) => Promise<Result>

/** A Temporal client that connects on the first call, and reconnects after Temporal was down. */
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

/** Waits for a promise for a limited time. Returns whether it settled. Never throws. */
export async function settledWithin(millis: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, millis, false)
  })
  const settled = promise.then(
    () => true,
    () => true,
  )
  try {
    return await Promise.race([settled, late])
  } finally {
    clearTimeout(timer)
  }
}
