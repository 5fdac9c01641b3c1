import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { sessionId } from '@/lib/core/shared/ports/ids'
import type { NoPlace } from '@/lib/core/shared/ports/places'
import { campaignUri, sessionUri } from '@/lib/core/shared/ports/uris'
import { isObject, type JsonObject } from '@/lib/core/shared/values/json'
import { clientRegistration, registrationUnder } from '@/lib/core/verifier/evidence/trust-view'
import { campaignClient, trustOfCampaign } from '@/lib/wallet/campaign/campaign-client'
import { type CampaignRunOptions, runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { WalletStop } from '@/lib/wallet/errors'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'
import { obtainCredential, type PresentableFormat } from '@/lib/wallet/verifier/obtain-credential'
import { reportStop } from '@/lib/wallet/verifier/report-stop'
import { readRegisteredVerifier } from '@/lib/wallet/verifier/request/registered-verifier'
import { runAtVerifier, type VerifierOptions } from '@/lib/wallet/verifier/run-at-verifier'
import { clientAddressOf } from '../basics/form-exchange'
import { container } from '../container'
import { holdsOperatorToken } from '../guard/operator'
import { presentsIn } from './presents-in'
import { trustOfRun } from './trust-of-run'
import { trustedAuthorities } from './trusted-authorities'

const runMillisMax = 30_000

const running = new Set<string>()

/** A client that only talks to this service and only until the deadline, whatever an offer or response names. */
function boundedClient(
  baseUrl: string,
  trustedCertificates: readonly string[],
  { runMillis, timeoutMillis } = { runMillis: runMillisMax, timeoutMillis: 20_000 },
): SendHttp {
  const ca = baseUrl.startsWith('https:') ? { ca: trustedAuthorities(trustedCertificates) } : {}
  const send = createNodeClient({ timeoutMillis, ...ca })
  const deadline = performance.now() + runMillis
  return async (request) => {
    if (new URL(request.url).origin !== new URL(baseUrl).origin) throw new Error('not an address of this service')
    if (performance.now() > deadline) throw new Error('the run took too long')
    return send(request)
  }
}

/** The client for a run that this visitor starts: its requests count for his address. `end` is called when the run is over. */
function countedFor(visitor: Headers, http: SendHttp): { readonly http: SendHttp; readonly end: () => void } {
  const { field, end } = container().pageRuns.begin(clientAddressOf(visitor))
  return { http: (request) => http({ ...request, headers: [...request.headers, [...field]] }), end }
}

/** How a run ended, in the words of the wallet. */
interface Ended {
  readonly outcome: string
  readonly reason: string | null
}

/** How a run is started: with which misbehaviour, and by the headers of whose request. */
export interface Run {
  readonly misbehaviour: string | null
  readonly visitor: Headers
}

/** Takes a place for a run that this visitor starts: as the operator, if the form came with the token. */
function takePlace(of: 'session' | 'campaign', visitor: Headers): (() => void) | NoPlace {
  const { operatorToken, walletPlaces } = container()
  const authorization = visitor.get('authorization')
  const headers = authorization === null ? [] : [['authorization', authorization] as const]
  const isOperator = operatorToken !== null && holdsOperatorToken({ headers }, operatorToken)
  const what = of === 'session' ? 'runs of the reference wallet' : 'runs of the reference wallet through a campaign'
  return walletPlaces[of].take({ remoteAddress: clientAddressOf(visitor), isOperator }, what)
}

/** Whether a run was started; if not, for lack of a place. */
export type Started = 'started' | NoPlace

/**
 * Records the start of a run and starts it, without waiting for its end. Tells why if there is no place for it; a session
 * that is already running is left alone. A wallet that stops without a credential says why in the session, for its
 * visitor is on the page by then. Throws StoreUnavailable if nothing can be recorded: then nothing runs.
 */
async function start(
  id: string,
  { misbehaviour, visitor }: Run,
  run: (http: SendHttp, baseUrl: string) => Promise<Ended>,
): Promise<Started> {
  if (running.has(id)) return 'started'
  const leave = takePlace('session', visitor)
  if (typeof leave !== 'function') return leave
  const { log, protocolSettings, trustedCertificates } = container()
  const { baseUrl } = protocolSettings
  running.add(id)
  try {
    await recordStart(id, misbehaviour)
  } catch (error) {
    running.delete(id)
    leave()
    throw error
  }
  const { http, end } = countedFor(visitor, boundedClient(baseUrl, trustedCertificates))
  run(http, baseUrl)
    .then(({ outcome, reason }) => log.info({ session: id, outcome, reason }, 'reference wallet ended'))
    .catch(async (error: unknown) => {
      if (!(error instanceof WalletStop)) throw error
      log.info({ session: id, reason: error.message }, 'reference wallet stopped')
      await recordEvent(id, 'reference_wallet_stopped', { reason: error.message })
    })
    .catch((error: unknown) => log.error({ session: id, error: String(error) }, 'reference wallet broke'))
    .finally(() => {
      end()
      running.delete(id)
      leave()
    })
  return 'started'
}

/** Records in the session which misbehaviour it runs with, so readers know what should be found. */
async function recordStart(id: string, misbehaviour: string | null): Promise<void> {
  const check = misbehaviour === null ? null : checkIdOf({ id: misbehaviour })
  await recordEvent(id, 'reference_wallet_started', { fault: misbehaviour, check })
}

async function recordEvent(
  id: string,
  type: 'reference_wallet_started' | 'reference_wallet_stopped',
  detail: JsonObject,
): Promise<void> {
  const { ports } = container()
  await ports.store.commit({
    events: [
      {
        id: ports.uuid(),
        sessionId: sessionId(id),
        exchangeId: null,
        at: ports.now(),
        type,
        detail,
      },
    ],
    effects: [],
  })
}

/**
 * Starts the reference wallet against an issuance session without waiting for it: the evidence shows what it does.
 * Tells why if there is no place for a run.
 */
export async function startReferenceWallet(
  { session_id, deeplink, tx_code }: Pick<IssuanceSessionView, 'session_id' | 'deeplink' | 'tx_code'>,
  asked: Run,
): Promise<Started> {
  if (deeplink === null) return 'started'
  const { misbehaviour } = asked
  return start(session_id, asked, async (http) =>
    runAtIssuer({
      deeplink,
      http,
      ...(await trustOfRun(session_id, asked)),
      ...(await knownVerifiers(session_id)),
      ...(tx_code === null ? {} : { txCode: tx_code }),
      ...(misbehaviour === null ? {} : { misbehave: misbehaviour }),
    }),
  )
}

/**
 * Starts the reference wallet against an issuance and then, with the issued credential, against the presentation that
 * follows. Tells why if there is no place for a run.
 */
export async function startRoundTripWallet(
  issuance: Pick<IssuanceSessionView, 'deeplink' | 'tx_code'>,
  presentation: { readonly session_id: string; readonly deeplink: string },
  visitor: Headers,
): Promise<Started> {
  const { deeplink, tx_code } = issuance
  if (deeplink === null) return 'started'
  return start(presentation.session_id, { misbehaviour: null, visitor }, async (http) => {
    const issued = await runAtIssuer({ deeplink, http, ...(tx_code === null ? {} : { txCode: tx_code }) })
    if (issued.credentials.length === 0) throw new WalletStop(`The wallet got no credential: ${issued.reason}`)
    return runAtVerifier({ deeplink: presentation.deeplink, http, credentials: issued.credentials })
  })
}

/**
 * Starts the reference wallet against a presentation session, likewise. It has no credentials yet, so it first gets one
 * of each requested format from this service, in separate sessions.
 */
export async function startPresentingWallet(
  {
    session_id,
    deeplink,
    authorization_request,
  }: Pick<IssuanceSessionView, 'session_id' | 'deeplink'> & {
    readonly authorization_request: Readonly<Record<string, unknown>> | null
  },
  asked: Run,
): Promise<Started> {
  if (deeplink === null) return 'started'
  const { misbehaviour } = asked
  return start(session_id, asked, async (http, baseUrl) => {
    const credentials: HeldCredential[] = []
    for (const format of formatsIn(authorization_request?.dcql_query)) {
      const issued = await obtainCredential({ origin: baseUrl, http, format })
      if (issued.credentials.length === 0) throw new WalletStop(`The wallet got no credential: ${issued.reason}`)
      credentials.push(...issued.credentials)
    }
    const ended = await runAtVerifier({
      deeplink,
      http,
      credentials,
      profile: await presentsIn(session_id),
      ...(await trustOfRun(session_id, asked)),
      ...(misbehaviour === null ? {} : { misbehave: misbehaviour }),
    })
    const { operatorToken } = container()
    await reportStop(ended, {
      sessionUrl: sessionUri(baseUrl, { kind: 'presentation', sessionId: sessionId(session_id) }),
      http,
      headers: operatorToken === null ? [] : [['Authorization', `Bearer ${operatorToken}`]],
    })
    return ended
  })
}

/** Maximum duration of a campaign run, in milliseconds. */
const campaignMillisMax = 600_000
const campaignsRunning = new Set<string>()

/** Runs the reference wallet through a campaign without waiting for it. Tells why if there is no place for it. */
export function startCampaignWallet(campaignId: string, { misbehaviour, visitor }: Run): Started {
  if (campaignsRunning.has(campaignId)) return 'started'
  const leave = takePlace('campaign', visitor)
  if (typeof leave !== 'function') return leave
  const { log, protocolSettings, trustedCertificates, operatorToken } = container()
  const { baseUrl } = protocolSettings
  const bounded = boundedClient(baseUrl, trustedCertificates, { runMillis: campaignMillisMax, timeoutMillis: 45_000 })
  const { http, end } = countedFor(visitor, bounded)
  const client = campaignClient(campaignUri(baseUrl, campaignId), {
    http,
    operatorToken: operatorToken ?? undefined,
    patienceMillis: 60_000,
  })
  campaignsRunning.add(campaignId)
  const more: Partial<CampaignRunOptions> = {
    // Without it the page only says less. The run itself notices when the service is down, and waits.
    onStart: ({ id, kind }) =>
      recordStart(id, misbehaviour?.startsWith(kind === 'issuance' ? 'vci.' : 'vp.') ? misbehaviour : null).catch(
        (error: unknown) =>
          log.warn({ session: id, error: String(error) }, 'the start of the reference wallet was not recorded'),
      ),
    ...(misbehaviour === null ? {} : { misbehave: misbehaviour }),
  }
  const run = async () => {
    const asked = await client.trust()
    const trust = asked === null ? {} : { trust: await trustOfCampaign(asked, { origin: baseUrl, http }) }
    return runCampaign({ client, origin: baseUrl, http, knows: knownInCampaign(), ...trust, ...more })
  }
  run()
    .then(({ verdict }) => log.info({ campaign: campaignId, verdict }, 'reference wallet ended its campaign'))
    .catch((error: unknown) => log.error({ campaign: campaignId, error: String(error) }, 'reference wallet broke'))
    .finally(() => {
      end()
      campaignsRunning.delete(campaignId)
      leave()
    })
  return 'started'
}

/** Formats of a query that the wallet can get; the usual one if there are none. */
function formatsIn(query: unknown): PresentableFormat[] {
  const credentials = isObject(query) && Array.isArray(query.credentials) ? query.credentials : []
  const asked = new Set(credentials.map((entry: unknown) => (isObject(entry) ? entry.format : null)))
  const known = (['dc+sd-jwt', 'mso_mdoc'] as const).filter((format) => asked.has(format))
  return known.length === 0 ? ['dc+sd-jwt'] : known
}

/** The same in the sessions of a campaign, whose registered verifier is always `wallet-capture`. */
function knownInCampaign(): Pick<VerifierOptions, 'attestationIssuers' | 'registeredVerifiers'> {
  const { ports, protocolSettings } = container()
  const registration = registrationUnder('wallet-capture', {
    baseUrl: protocolSettings.baseUrl,
    verifierKeys: ports.verifierKeys,
  })
  const registered = readRegisteredVerifier(registration)
  return {
    attestationIssuers: [ports.rootCertificate.pem],
    registeredVerifiers: registered === null ? [] : [registered],
  }
}

/**
 * Whom the wallet of a page knows without a certificate: the issuer of our verifier attestations, and the verifier of its session where
 * that has to be registered. Throws StoreUnavailable.
 */
async function knownVerifiers(
  id: string,
): Promise<Pick<VerifierOptions, 'attestationIssuers' | 'registeredVerifiers'>> {
  const { ports, protocolSettings } = container()
  const session = await ports.store.session(sessionId(id))
  const registration =
    session?.kind === 'presentation'
      ? clientRegistration(session, { baseUrl: protocolSettings.baseUrl, verifierKeys: ports.verifierKeys })
      : null
  const registered = readRegisteredVerifier(registration)
  return {
    attestationIssuers: [ports.rootCertificate.pem],
    registeredVerifiers: registered === null ? [] : [registered],
  }
}
