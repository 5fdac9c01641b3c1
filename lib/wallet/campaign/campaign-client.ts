import { X509Certificate } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { WalletStop } from '../errors'
import { headerValue, type SendHttp, type WireAnswer, withRetryAfter } from '../http/wire'
import { isObject, type JsonObject, readJsonObject, stringMember } from '../json'
import { revocation, unitsUrl } from '../session-of-link'
import { createTrustMemory, type TrustSettings } from '../trust/trust-context'

/** A session that the campaign wants the wallet to run. */
export interface CampaignSession {
  id: string
  number: number
  preset: string
  title: string
  kind: 'issuance' | 'presentation'
  expects: 'answer' | 'refusal'
  deeplink: string
  txCode: string | null
  sessionUrl: string
}

/** The state of a campaign, as returned with its next session. */
export interface CampaignNext {
  session: CampaignSession | null
  verdict: string
  counts: { steps: number; passed: number; failed: number; incomplete: number }
  pageUrl: string
}

/** What the wallet showed its user, as far as a program can tell. */
export type Shown = 'error' | 'went_on' | 'warned' | 'nothing'

/** What a campaign under the European framework says about trust. */
export interface CampaignTrust {
  /** The wallet provider's policy. */
  policy: 'warn' | 'refuse'
  /** The permanent address of the lists, and of their operator's certificate; null for the service's own. */
  lists: { base: string; operatorUrl: string } | null
}

/** A campaign, over the service's HTTP interface. */
export interface CampaignClient {
  /** The session to run next. With `after`, waits up to that many seconds for a session other than the given one. */
  next: (after?: string, waitSeconds?: number) => Promise<CampaignNext>
  /** Reports what the wallet showed, which ends the session. Returns false if it had already ended. */
  tell: (session: string, shown: Shown) => Promise<boolean>
  again: (preset: string) => Promise<void>
  /** Revokes the wallet unit that the session showed, and has its issuer make another offer. Returns its link. */
  offerRevoked: (session: CampaignSession) => Promise<string>
  /** Whether no wallet has opened the session yet. */
  isFresh: (session: CampaignSession) => Promise<boolean>
  /** Whether a session is under the European framework. */
  isEuropean: (session: CampaignSession) => Promise<boolean>
  /** The campaign's trust settings; null under the test root. */
  trust: () => Promise<CampaignTrust | null>
  /** Why the campaign stopped early; null if it did not. */
  stopped: () => Promise<string | null>
  /** The broken rules, one line each, most urgent first. */
  broken: () => Promise<string[]>
}

interface ClientOptions {
  http: SendHttp
  operatorToken?: string | undefined
  /** Milliseconds to keep retrying while the service is down or restarting. */
  patienceMillis: number
}

/** The API address of a campaign, from the address of its page or its API. @throws WalletStop for any other address */
export function campaignAddress(url: string): string {
  const found = URL.canParse(url)
    ? /^\/(?:inspect\/campaign|campaigns)\/([0-9a-f-]{36})\/?$/.exec(new URL(url).pathname)
    : null
  if (found === null) throw new WalletStop('This is no address of a campaign')
  return `${new URL(url).origin}/campaigns/${found[1]}`
}

/** Starts a built-in campaign and returns its address. */
export async function startCampaign(
  origin: string,
  asked: {
    campaign: string
    wallet_policy?: 'warn' | 'refuse' | undefined
    list_alias?: string | undefined
    auto_approve?: boolean | undefined
    transaction_template?: JsonObject | undefined
  },
  options: ClientOptions,
): Promise<string> {
  const body = { ...asked, wallet: { name: 'Reference wallet', version: '1.0' } }
  const answer = await ask(options, 'POST', `${origin}/campaigns`, body)
  const url = stringMember(answer, 'campaign_url')
  if (url === null) throw new WalletStop('The service started no campaign')
  return url
}

/** The client for a campaign's API address. */
export function campaignClient(url: string, options: ClientOptions): CampaignClient {
  return {
    async next(after, waitSeconds = 0) {
      const query = after === undefined ? '' : `?after=${after}&wait=${waitSeconds}`
      return readNext(await ask(options, 'GET', `${url}/next${query}`, null))
    },
    async tell(session, shown) {
      const { status } = await send(options, 'POST', `${url}/answer`, { session_id: session, shown, by: 'driver' })
      return status === 200
    },
    async again(preset) {
      await ask(options, 'POST', `${url}/again`, { preset })
    },
    async offerRevoked({ sessionUrl }) {
      await ask(options, 'POST', unitsUrl(sessionUrl), revocation(1))
      const { deeplink } = await ask(options, 'POST', `${sessionUrl}/laboratory/offers`, {})
      return String(deeplink)
    },
    async isFresh({ sessionUrl }) {
      return stringMember(await ask(options, 'GET', sessionUrl, null), 'status') === 'created'
    },
    async isEuropean({ sessionUrl }) {
      const { options: asked } = await ask(options, 'GET', sessionUrl, null)
      return isObject(asked) && asked.trust_framework === 'eu'
    },
    async trust() {
      const campaign = await ask(options, 'GET', url, null)
      const policy = stringMember(campaign, 'wallet_policy')
      if (policy === null) return null
      return {
        policy: policy === 'refuse' ? 'refuse' : 'warn',
        lists: isObject(campaign.lists) ? readLists(campaign.lists) : null,
      }
    },
    async stopped() {
      const { stopped } = await ask(options, 'GET', url, null)
      return isObject(stopped) ? stringMember(stopped, 'sentence') : null
    },
    async broken() {
      const { broken } = await ask(options, 'GET', `${url}/report`, null)
      const lines = (Array.isArray(broken) ? broken.filter(isObject) : []).map(
        ({ level, id, problem }) => `${String(level).toUpperCase()} failed: ${id}  ${problem}`,
      )
      return lines
    },
  }
}

function readNext(answer: JsonObject): CampaignNext {
  const { session, counts } = answer
  return {
    verdict: stringMember(answer, 'verdict') ?? 'incomplete',
    pageUrl: stringMember(answer, 'page_url') ?? '',
    counts: counts as unknown as CampaignNext['counts'],
    session: isObject(session) ? readSession(session) : null,
  }
}

const readLists = (lists: JsonObject): CampaignTrust['lists'] => ({
  base: stringMember(lists, 'base') ?? '',
  operatorUrl: stringMember(lists, 'operator_url') ?? '',
})

const readSession = (session: JsonObject): CampaignSession => ({
  id: stringMember(session, 'session_id') ?? '',
  number: Number(session.number),
  preset: stringMember(session, 'preset') ?? '',
  title: stringMember(session, 'title') ?? '',
  kind: session.kind === 'issuance' ? 'issuance' : 'presentation',
  expects: session.expects === 'refusal' ? 'refusal' : 'answer',
  deeplink: stringMember(session, 'deeplink') ?? '',
  txCode: stringMember(session, 'tx_code'),
  sessionUrl: stringMember(session, 'session_url') ?? '',
})

/** The JSON body of the response. @throws WalletStop with the service's message when it refuses */
async function ask(options: ClientOptions, method: string, url: string, body: object | null): Promise<JsonObject> {
  const answer = await send(options, method, url, body)
  const read = readJsonObject(answer.body)
  if (answer.status >= 200 && answer.status < 300 && read !== null) return read
  throw new WalletStop(`The service refused: ${stringMember(read, 'error_description') ?? answer.status}`)
}

/** Sends a request, after the delay that the service asks for, and again while the service is down or starting. */
async function send(
  { http, operatorToken, patienceMillis }: ClientOptions,
  method: string,
  url: string,
  body: object | null,
): Promise<WireAnswer> {
  const headers: [string, string][] = [
    ['Accept', 'application/json'],
    ...(body === null
      ? []
      : ([
          ['Content-Type', 'application/json'],
          ['Prefer', 'handling=strict'],
        ] as [string, string][])),
    ...(operatorToken === undefined ? [] : ([['Authorization', `Bearer ${operatorToken}`]] as [string, string][])),
  ]
  const request = { method, url, headers, body: body === null ? null : JSON.stringify(body) }
  const inTurn = withRetryAfter(http)
  for (const until = Date.now() + patienceMillis; ; ) {
    const answer = await inTurn(request).catch((error: unknown) => {
      if (Date.now() < until) return null
      throw new WalletStop(`The service does not respond: ${error instanceof Error ? error.message : 'unknown'}`)
    })
    if (answer !== null && (answer.status !== 503 || Date.now() >= until)) return answer
    const seconds = Number(answer === null ? 0.5 : (headerValue(answer.headers, 'Retry-After') ?? '1'))
    await pause(Math.min(Number.isFinite(seconds) ? seconds * 1000 : 1000, 60_000))
  }
}

/**
 * The trust settings for a campaign under the European framework if the user sets none: the campaign's lists, or else
 * the service's, and the campaign's policy. A test wallet takes the operator's certificate from the service under test.
 * @throws WalletStop when that cannot be read
 */
export async function trustOfCampaign(
  { lists, policy }: CampaignTrust,
  { origin, http }: { readonly origin: string; readonly http: SendHttp },
): Promise<TrustSettings> {
  const url = lists?.operatorUrl ?? `${origin}/trust/anchors/lists.pem`
  const { body } = await withRetryAfter(http)({ method: 'GET', url, headers: [], body: null })
  return {
    policy,
    lists: { base: lists?.base ?? `${origin}/trust/lists`, operators: [certificateIn(body)] },
    anchors: {},
    overAsking: 'warn',
    memory: createTrustMemory(),
  }
}

function certificateIn(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new WalletStop('The service does not say who signs its lists')
  }
}
