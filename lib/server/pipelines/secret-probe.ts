import type { CustomCheck } from '@/lib/core/scoreboard/pipelines/wallet-driver'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import type { WalletExchange } from '@/lib/wallet/run-log'
import { findSecrets, type Place } from '@/lib/wallet/secrets/search-secrets'
import { secretsOf } from '@/lib/wallet/secrets/wallet-secrets'

/** What the wallet knows in plain, of the run so far. */
interface Memory {
  readonly exchanges: readonly WalletExchange[]
  readonly credentials: readonly Pick<HeldCredential, 'raw'>[]
}

/** Reads a page or a document of the service, as whoever may read the session does. */
export type ReadPlace = (
  path: string,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly bytes: Buffer }>

const apiPaths = { issuance: '/sessions', presentation: '/openid4vp/sessions' } as const
/** How many findings a detail names. */
const namedMax = 5

/**
 * The integration `secret-probe`: looks for everything secret that the wallet sent or got in what the service shows of each session
 * of the run, as JSON, in the inspector and as HTTP Archive. It knows the secrets from the wallet, and nothing of how the service
 * hides them. A finding says what is where, and repeats no secret.
 *
 * @param memoryOf `null` for a run whose wallet ran in another process: then it throws, for it cannot look, and the run counts
 *   for nothing
 */
export const createSecretProbe =
  ({ memoryOf, read }: { readonly memoryOf: (run: string) => Memory | null; readonly read: ReadPlace }): CustomCheck =>
  async ({ run, sessions, signal }) => {
    const memory = memoryOf(run)
    if (memory === null || memory.exchanges.length === 0)
      throw new Error('The wallet of this run was in another process, so nobody here knows its secrets.')
    const secrets = secretsOf({ log: memory.exchanges, credentials: memory.credentials }, 'wallet')
    if (sessions.length === 0 || secrets.size === 0) throw new Error('There is nothing to look for in this run.')
    const leaks: string[] = []
    for (const { id, kind } of sessions) {
      const places = await placesOf(kind, id, async (path) => {
        const { status, bytes } = await read(path, signal)
        if (status !== 200) throw new Error(`The evidence could not be read: the service answered ${status}.`)
        return bytes
      })
      for (const { name, bytes } of places)
        if (!bytes.includes(id)) throw new Error(`The ${name} is not that of the session.`)
      for (const { place, secret, form } of findSecrets(places, secrets)) leaks.push(`${secret} in ${place} ${form}`)
    }
    const kinds = [...new Set(leaks)]
    if (kinds.length === 0) return { passed: true, detail: '' }
    const more = kinds.length > namedMax ? ` and ${kinds.length - namedMax} more` : ''
    return { passed: false, detail: `${kinds.slice(0, namedMax).join('; ')}${more}` }
  }

/** Everything that the service shows of a session. Its link shows the code of its offer on purpose, while that is alive. */
async function placesOf(
  kind: 'issuance' | 'presentation',
  id: string,
  fetchBytes: (path: string) => Promise<Buffer>,
): Promise<Place[]> {
  const api = `${apiPaths[kind]}/${id}`
  return [
    { name: 'JSON', bytes: await fetchBytes(api) },
    { name: 'HTML', bytes: await fetchBytes(`/inspect/${kind}/${id}?all=1`) },
    { name: 'HAR', bytes: await fetchBytes(`${api}/report?format=har`) },
  ]
}
