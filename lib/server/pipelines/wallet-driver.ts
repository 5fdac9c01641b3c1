import 'server-only'
import { LRUCache } from 'lru-cache'
import { pipelineHeader } from '@/lib/core/scoreboard/pipelines/run-types'
import type { Driven, WalletDriver } from '@/lib/core/scoreboard/pipelines/wallet-driver'
import { sessionId } from '@/lib/core/shared/ports/ids'
import { sessionUri } from '@/lib/core/shared/ports/uris'
import { campaignClient, trustOfCampaign } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { WalletStop } from '@/lib/wallet/errors'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import type { SendHttp, WireRequest } from '@/lib/wallet/http/wire'
import { withRetryAfter } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { WalletExchange } from '@/lib/wallet/run-log'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { reportStop } from '@/lib/wallet/verifier/report-stop'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

/** Runs that are remembered: only their later steps, in the same process, look here. */
const runsMax = 50
const patienceMillis = 60_000
const formats = ['dc+sd-jwt', 'mso_mdoc'] as const

/** What the wallet got and sent in the steps of a run so far. Secret: it stays in this process. */
export interface WalletMemory {
  readonly credentials: HeldCredential[]
  readonly exchanges: WalletExchange[]
}

/** The reference wallet, for the runs of pipelines of this service, with what it remembers of them. */
export function createWalletDriver({
  baseUrl,
  adminKey,
  http,
}: {
  readonly baseUrl: string
  readonly adminKey: string
  readonly http: SendHttp
}): WalletDriver & { readonly memoryOf: (run: string) => WalletMemory | null } {
  const memories = new LRUCache<string, WalletMemory>({ max: runsMax })
  const memoryOf = (run: string): WalletMemory => {
    const known = memories.get(run)
    if (known !== undefined) return known
    const fresh: WalletMemory = { credentials: [], exchanges: [] }
    memories.set(run, fresh)
    return fresh
  }
  return {
    memoryOf: (run) => memories.get(run) ?? null,
    async session({ run, pipeline, kind, sessionId: id, deeplink, txCode, signal }) {
      const memory = memoryOf(run)
      const own = withKey(adminKey, pipeline)
      const watched = watch(http, { baseUrl, own, signal })
      return watched.judge(async () => {
        if (kind === 'issuance') {
          const issued = await runAtIssuer({ deeplink, http: watched.http, ...(txCode === null ? {} : { txCode }) })
          memory.exchanges.push(...issued.log)
          memory.credentials.push(...issued.credentials)
          return issued.reason ?? issued.outcome
        }
        const credentials = [...memory.credentials, ...(await missing(memory.credentials, baseUrl, watched.http))]
        const presented = await runAtVerifier({ deeplink, http: watched.http, credentials })
        memory.exchanges.push(...presented.log)
        const sessionUrl = sessionUri(baseUrl, { kind: 'presentation', sessionId: sessionId(id) })
        await reportStop(presented, { sessionUrl, http: (request) => watched.http(own(request)) })
        return presented.reason ?? presented.outcome
      })
    },
    async campaign({ pipeline, campaignId, signal }) {
      const url = `${baseUrl}/campaigns/${campaignId}`
      const own = withKey(adminKey, pipeline)
      const watched = watch(http, { baseUrl, own, signal })
      // The key opens what runs have made; a wallet's own requests never carry it.
      const keyed: SendHttp = (request) => watched.http(own(request))
      const client = campaignClient(url, { http: keyed, patienceMillis })
      try {
        const asked = await client.trust()
        const trust =
          asked === null ? {} : { trust: await trustOfCampaign(asked, { origin: baseUrl, http: watched.http }) }
        const { verdict } = await runCampaign({
          client,
          origin: baseUrl,
          http: watched.http,
          ...trust,
          onStart: async () => signal.throwIfAborted(),
        })
        return { broken: false, outcome: verdict }
      } catch (error) {
        // The service refused or went away; what the wallet did wrong is in the evidence, and stops no campaign.
        if (error instanceof WalletStop) return { broken: true, outcome: error.message }
        throw error
      }
    },
  }
}

/** A request as one of the run of a pipeline. */
const withKey =
  (adminKey: string, pipeline: string) =>
  (request: WireRequest): WireRequest => ({
    ...request,
    headers: [...request.headers, ['X-Api-Key', adminKey], [pipelineHeader, pipeline]],
  })

/** Credentials of the formats that the wallet does not hold yet, from this service. */
async function missing(held: readonly HeldCredential[], origin: string, http: SendHttp): Promise<HeldCredential[]> {
  const got: HeldCredential[] = []
  for (const format of formats) {
    if (held.some((credential) => credential.format === format)) continue
    const { credentials, reason } = await obtainCredential({ origin, http: withRetryAfter(http), format })
    if (credentials.length === 0) throw new WalletStop(`The wallet got no credential: ${reason}`)
    got.push(...credentials)
  }
  return got
}

/** Sends a wallet's requests to this service alone, and notices where that fails: then nothing was recorded. */
function watch(
  http: SendHttp,
  {
    baseUrl,
    own,
    signal,
  }: {
    readonly baseUrl: string
    readonly own: (request: WireRequest) => WireRequest
    readonly signal: AbortSignal
  },
) {
  const { origin } = new URL(baseUrl)
  let broken = false
  const send: SendHttp = async (request) => {
    signal.throwIfAborted()
    try {
      if (new URL(request.url).origin !== origin) throw new Error('This is not an address of this service.')
      // Sessions that the wallet makes for itself are made with the key, so the limit of an address does not hold for them.
      const isOwn = request.method === 'POST' && request.url === `${baseUrl}/sessions`
      const answer = await http(isOwn ? own(request) : request)
      if (answer.status === 503) broken = true
      return answer
    } catch (error) {
      broken = true
      throw error
    }
  }
  const inTurn = withRetryAfter(send)
  return {
    http: async (request: Parameters<SendHttp>[0]) => {
      const answer = await inTurn(request)
      if (answer.status === 429) broken = true
      return answer
    },
    async judge(work: () => Promise<string>): Promise<Driven> {
      try {
        const outcome = await work()
        // Where the run was cancelled or its worker stopped, the wallet did not go on because we let it not.
        return { outcome, broken: broken || signal.aborted }
      } catch (error) {
        if (!(error instanceof WalletStop)) throw error
        // Without the credentials to present, the wallet never came to the session.
        return { outcome: error.message, broken: true }
      }
    },
  }
}
