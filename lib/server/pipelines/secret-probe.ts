import { z } from 'zod'
import type { CustomCheck } from '@/lib/core/scoreboard/pipelines/wallet-driver'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import type { WalletExchange } from '@/lib/wallet/run-log'
import { findSecrets, type Leak, type Place, secretsOf } from '@/lib/wallet/secrets/wallet-secrets'

/** What the wallet knows in the clear, of the run so far. */
interface Memory {
  readonly exchanges: readonly WalletExchange[]
  readonly credentials: readonly Pick<HeldCredential, 'raw'>[]
}

/** Reads a page or a document of the service for a run of a pipeline, as whoever may read its sessions does. */
export type ReadPlace = (
  path: string,
  asked: { readonly pipeline: string; readonly signal: AbortSignal },
) => Promise<{ readonly status: number; readonly bytes: Buffer }>

const apiPaths = { issuance: '/sessions', presentation: '/openid4vp/sessions' } as const
/** How many findings a detail names, and how many places of each. */
const namedMax = 5
/** The tabs of an exchange in the inspector. */
const tabs = ['diff', 'decoded', 'raw', 'checks', 'facts'] as const
/** Exchanges of a session whose pages are read: each tab is a page. A session of a built-in pipeline has about ten. */
const exchangesMax = 50
/** Pages read at a time. */
const readsAtOnce = 3

const zSession = z.object({
  contact: z.object({ reached: z.boolean() }),
  recorded: z.object({ next: z.string().nullable() }),
  exchanges: z.array(z.object({ id: z.string() })),
})

/**
 * The integration `secret-probe`: looks for everything secret that the wallet sent or got in what the service shows of each session
 * of the run: as JSON, on each page of the inspector, in the report as HTML, and as HTTP Archive. It knows the secrets from the wallet, and nothing of how the service
 * hides them. A finding says what is where, and repeats no secret.
 *
 * @param memoryOf `null` for a run whose wallet ran in another process: then it throws, for it cannot look, and the run counts
 *   for nothing
 */
export const createSecretProbe =
  ({ memoryOf, read }: { readonly memoryOf: (run: string) => Memory | null; readonly read: ReadPlace }): CustomCheck =>
  async ({ run, pipeline, sessions, signal }) => {
    const memory = memoryOf(run)
    if (memory === null || memory.exchanges.length === 0)
      throw new Error('The wallet of this run was in another process, so nobody here knows its secrets.')
    const secrets = secretsOf({ log: memory.exchanges, credentials: memory.credentials }, 'wallet')
    if (sessions.length === 0 || secrets.size === 0) throw new Error('There is nothing to look for in this run.')
    const leaks: Leak[] = []
    for (const { id, kind } of sessions) {
      const places = await placesOf(kind, id, async (path) => {
        const { status, bytes } = await read(path, { pipeline, signal })
        if (status !== 200) throw new Error(`The evidence could not be read: the service answered ${status}.`)
        return bytes
      })
      leaks.push(...findSecrets(places, secrets))
    }
    const found = findings(leaks, secrets)
    return { passed: found.length === 0, detail: firstOf(found, '; ') }
  }

/** Names each secret once, with its places. One value may have been sent under many names, and the first stands for all. */
function findings(leaks: readonly Leak[], secrets: ReadonlyMap<string, string>): string[] {
  const placesOfValue = new Map<string, { readonly secret: string; readonly places: Map<string, string> }>()
  for (const { secret, place, form } of leaks) {
    const value = secrets.get(secret) ?? secret
    const known = placesOfValue.get(value) ?? { secret, places: new Map<string, string>() }
    if (!known.places.has(place)) known.places.set(place, `${place} ${form}`)
    placesOfValue.set(value, known)
  }
  return [...placesOfValue.values()].map(({ secret, places }) => `${secret} in ${firstOf([...places.values()], ', ')}`)
}

const firstOf = (words: readonly string[], between: string): string => {
  const more = words.length > namedMax ? ` and ${words.length - namedMax} more` : ''
  return `${words.slice(0, namedMax).join(between)}${more}`
}

/**
 * Everything that the service shows of a session. Its link shows the code of its offer on purpose, while that is alive.
 * Throws where there is more than can be read, or a page is not that of its exchange.
 */
async function placesOf(
  kind: 'issuance' | 'presentation',
  id: string,
  fetchBytes: (path: string) => Promise<Buffer>,
): Promise<Place[]> {
  const api = `${apiPaths[kind]}/${id}`
  const page = `/inspect/${kind}/${id}`
  const json: Place = { name: 'JSON', bytes: await fetchBytes(api) }
  const { contact, exchanges, recorded } = sessionIn(json.bytes)
  if (recorded.next !== null || exchanges.length > exchangesMax)
    throw new Error('The session has more exchanges than can be looked at.')
  const isWhole = (text: string): boolean => text.includes(id)
  // Until a wallet has come, the page shows no exchanges, and no secret of one.
  const shown = contact.reached ? exchanges : []
  const left = [
    { name: 'HTML', path: `${page}?all=1`, isRight: isWhole },
    { name: 'HTML report', path: `${api}/report?format=html`, isRight: isWhole },
    { name: 'HAR', path: `${api}/report?format=har`, isRight: isWhole },
    ...shown.flatMap((exchange, index) =>
      tabs.map((tab) => ({
        name: `HTML of exchange ${index + 1}, ${tab}`,
        path: `${page}?exchange=${exchange.id}&tab=${tab}`,
        // A page that shows another tab, or none, has nothing to be found.
        isRight: (text: string) => shows(text, `exchange=${exchange.id}&amp;tab=${tab}"`),
      })),
    ),
  ]
  const places = [json]
  const line = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { name, path, isRight } = next
      const bytes = await fetchBytes(path)
      if (!isRight(bytes.toString('latin1'))) throw new Error(`The ${name} is not that of the session.`)
      places.push({ name, bytes })
    }
  }
  await Promise.all(Array.from({ length: readsAtOnce }, line))
  return places
}

/** Whether a page is where one of its links leads, as the link says itself. */
const shows = (text: string, address: string): boolean =>
  text
    .split('aria-current="page"')
    .slice(1)
    .some((rest) => rest.slice(0, Math.max(0, rest.indexOf('>'))).includes(address))

/** Throws for what is not the JSON of a session. */
function sessionIn(bytes: Buffer): z.infer<typeof zSession> {
  const session = zSession.safeParse(JSON.parse(bytes.toString()))
  if (!session.success) throw new Error('The JSON is not that of the session.')
  return session.data
}
