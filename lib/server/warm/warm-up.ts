import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { issuerConfigurations } from '@/lib/core/issuer/configurations'
import { checkRegistry } from '@/lib/core/issuer-and-verifier'
import type { Exchange } from '@/lib/core/shared/http/exchange'
import { membersOf } from '@/lib/core/shared/http/reply'
import { exchangeId } from '@/lib/core/shared/ports/ids'
import { type NamingPage, type PlainPage, pageEntries } from '@/lib/pages'
import { paths } from '@/lib/paths'
import { renderedPaths } from '@/lib/rendered-paths'
import { type Container, duringWarmUp } from '../container'
import { contentSecurityPolicy } from '../http/content-security-policy'
import { answerExchange } from '../http/router'

/** Number of refused token requests in the warm-up: listing a session of some length lets V8 optimise that code. */
const refusals = 20

interface WarmUp {
  readonly container: Container
  /** The same service over its own storage in memory. */
  readonly warmUpContainer: Container
  readonly pages: RequestListener
  /** Resolves when no other request is waiting for an answer. */
  readonly whenIdle: () => Promise<unknown>
}

/**
 * Answers requests of each kind and renders each page once while the server is idle, because the first time takes
 * several times as long as later ones and blocks everybody else. The sessions and evidence live in a memory store, so
 * nothing is recorded, and requests that arrive meanwhile see the real storage.
 */
export async function warmUp({ container, warmUpContainer, pages, whenIdle }: WarmUp): Promise<void> {
  const drawEach = async (addresses: readonly string[]) => {
    for (const page of addresses) {
      await whenIdle()
      await draw(page, { container, pages })
    }
  }
  const named = await duringWarmUp(warmUpContainer, async () => {
    const made = await askEverything(warmUpContainer, whenIdle)
    await drawEach(addressesOf(made, { stored: true }))
    return made
  })
  await drawEach(addressesOf(named, { stored: false }))
}

/** Addresses of the pages that need an id in their path; `null` leaves a page out. */
type Named = Readonly<Record<NamingPage, string | null> & Partial<Record<PlainPage, string | null>>>

/** The addresses of all pages that show what the warm-up has stored, or of all that do not. */
const addressesOf = (named: Named, { stored }: { readonly stored: boolean }): string[] =>
  pageEntries.flatMap(([name, page]) => {
    const address = named[name] === undefined ? page.path : named[name]
    // The page of a request shows no evidence, and finds its session in the same storage.
    const showsStored = page.evidence === true || name === 'present'
    return address === null || stored !== showsStored ? [] : [address]
  })

/** Sends the requests of testers and wallets. Returns the addresses of the pages that show the results. */
async function askEverything(warmUpContainer: Container, whenIdle: WarmUp['whenIdle']): Promise<Named> {
  const ask = async (method: string, target: string, body?: Readonly<Record<string, unknown>>, form = false) => {
    await whenIdle()
    const [path = '', query = null] = target.split('?')
    const bytes = new TextEncoder().encode(
      body === undefined
        ? ''
        : form
          ? String(new URLSearchParams(body as Record<string, string>))
          : JSON.stringify(body),
    )
    const exchange: Exchange = {
      id: exchangeId(randomUUID()),
      at: warmUpContainer.ports.now(),
      method,
      path,
      query,
      headers: [
        ['Host', new URL(warmUpContainer.protocolSettings.baseUrl).host],
        ['Content-Type', form ? 'application/x-www-form-urlencoded' : 'application/json'],
        ['User-Agent', 'warm-up'],
        ['Authorization', `Bearer ${warmUpContainer.operatorToken ?? ''}`],
      ],
      body: bytes,
      bodyOverflow: false,
      bodyBytes: bytes.length,
      remoteAddress: '127.0.0.1',
    }
    const reply = await answerExchange(exchange, warmUpContainer)
    return reply === null ? {} : membersOf(reply)
  }
  const [issuer = { id: '' }] = issuerConfigurations
  const at = `/issuers/${issuer.id}`
  const issuance = await ask('POST', '/sessions', { flow: 'pre_authorized_code' })
  const offer = await ask('GET', `/sessions/${issuance.session_id}/offer`)
  const code = /"pre-authorized_code":"([^"]+)"/.exec(JSON.stringify(offer))?.[1] ?? ''
  for (const document of ['openid-credential-issuer', 'oauth-authorization-server', 'jwt-vc-issuer'])
    await ask('GET', `/.well-known/${document}${at}`)
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code', 'pre-authorized_code': code }
  for (let count = 0; count < refusals; count++) await ask('POST', `${at}/token`, { ...grant, count: `${count}` }, true)
  for (const endpoint of ['nonce', 'credential', 'notification']) await ask('POST', `${at}/${endpoint}`, { event: 'x' })
  await ask('POST', `${at}/par`, { client_id: 'warm-up' }, true)
  const presentation = await ask('POST', '/openid4vp/sessions', {})
  const asked = `/openid4vp/sessions/${presentation.session_id}`
  await ask('GET', `${asked}/request`)
  await ask('POST', `${asked}/response`, { state: 'x', vp_token: '{}' }, true)
  const browser = await ask('POST', '/openid4vp/sessions', { presentation_channel: 'dc_api' })
  const wallet = { name: 'warm-up', version: '1' }
  const campaign = await ask('POST', '/campaigns', { wallet, campaign: 'smoke' })
  for (const session of [`/sessions/${issuance.session_id}`, asked, `/campaigns/${campaign.campaign_id}`])
    for (const read of [
      '',
      '/events',
      ...['json', 'junit', 'md', 'html', 'har'].map((form) => `/report?format=${form}`),
    ])
      await ask('GET', `${session}${read}`)
  await ask('GET', '/oid4vci/requests')
  return {
    check: paths.check(checkRegistry[0]?.id ?? ''),
    inspectIssuance: paths.inspectIssuance(String(issuance.session_id)),
    inspectPresentation: paths.inspectPresentation(String(presentation.session_id)),
    present: renderedPaths.present(String(browser.session_id)),
    campaign: paths.campaign(String(campaign.campaign_id)),
    coverage: paths.coverage(wallet),
    compare: paths.compare({ before: String(issuance.session_id), after: String(issuance.session_id) }),
    // These pages need records that the warm-up does not create, or the operator's key.
    pipeline: null,
    roundTrip: null,
    ofWorkbench: null,
    viewOfWorkbench: null,
    runsOfWorkbench: null,
    runsOfView: null,
    organizationPipeline: null,
    operatorScoreboard: null,
    operatorTokens: null,
    wallet: null,
    walletVersion: null,
    // These make keys, which are made at first need.
    trust: null,
    verify: null,
  }
}

/** Renders a page as for a browser and discards the result. */
async function draw(url: string, { container, pages }: Pick<WarmUp, 'container' | 'pages'>): Promise<void> {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'GET', url, complete: true })
  Object.assign(request.headers, {
    accept: 'text/html',
    authorization: `Bearer ${container.operatorToken ?? ''}`,
    host: new URL(container.protocolSettings.baseUrl).host,
    'content-security-policy': contentSecurityPolicy('warm-up', { dev: false }),
  })
  request.push(null)
  const response = new ServerResponse(request)
  // Its buffer never fills up: nothing would tell the response to continue.
  const sink = new Writable({ highWaterMark: Number.MAX_SAFE_INTEGER, write: (_chunk, _encoding, done) => done() })
  response.assignSocket(sink as Socket)
  const drawn = once(response, 'finish')
  await pages(request, response)
  await drawn
}
