import type { APIRequestContext } from 'playwright/test'
import { type NamingPage, type PlainPage, pageEntries, pathOfPage } from '@/lib/pages'
import { fixedShare } from '@/scripts/thorough.mjs'
import { pipelineWithRuns } from './pipelines'
import { publishedWallet } from './published'
import { fillScoreboard } from './scoreboard'
import {
  answeredPresentation,
  createPresentation,
  createSession,
  declinedPresentation,
  failedPresentation,
  failedSession,
  finishedSession,
  inspector,
  mdocOnly,
  once,
  passedPresentation,
  passedSession,
  plainProof,
  presentationInspector,
} from './sessions'

export interface NamedPage {
  readonly name: string
  /** Creates the state and returns the path. */
  readonly open: (request: APIRequestContext) => Promise<string>
  /** Has everything that the first state of the page has, and more: `npm test` opens each of the two at another width. */
  readonly holdsFirst?: true
  /** People open it on a phone too, beside a wallet: `npm test` looks at both widths, one after the other. */
  readonly besideWallet?: true
}

const laboratory = once((request) =>
  finishedSession(request, undefined, {
    ...plainProof,
    fault: 'issuer_metadata_extra_members',
    laboratory: { status: {}, batch: { size: 2 } },
  }),
)
const presentedMdoc = once((request) => answeredPresentation(request, undefined, mdocOnly))

const noSession = '00000000-0000-4000-8000-000000000000'
const at = (path: string) => async () => path
/** A page with results, which must exist first. */
const board = (path: string) => async (request: APIRequestContext) => {
  await fillScoreboard(request)
  return path
}

/** A campaign in which this many sessions ended without the wallet. */
const campaign =
  (presets: readonly string[], ended = 0, refused = 'went_on') =>
  async (request: APIRequestContext) => {
    const wallet = { name: 'Quillfern', version: '2.4.1' }
    const answer = await request.post('/campaigns', { data: { wallet, presets, silence_seconds: 5 } })
    const { campaign_id: id } = await answer.json()
    for (let count = 0; count < ended; count++) {
      const { session } = await (await request.get(`/campaigns/${id}/next`)).json()
      const shown = presets[count] === 'bad_signature' ? refused : 'error'
      await request.post(`/campaigns/${id}/answer`, { data: { session_id: session.session_id, shown } })
    }
    return `/inspect/campaign/${id}`
  }

/** A campaign session that its driver ended: few outcomes have a longer sentence. */
const endedByDriver = async (request: APIRequestContext) => {
  const data = { wallet: { name: 'Quillfern', version: '2.4.1' }, campaign: 'smoke' }
  const { campaign_id: id } = await (await request.post('/campaigns', { data })).json()
  const { session_id } = (await (await request.get(`/campaigns/${id}/next`)).json()).session
  const ended = await request.post(`/campaigns/${id}/answer`, { data: { session_id, shown: 'error' } })
  if (!ended.ok()) throw new Error(await ended.text())
  return inspector(session_id)
}

/** A workbench with a session of each kind, by its addresses. */
async function workbench(request: APIRequestContext): Promise<{ page_url: string; view_url: string }> {
  const made = await (await request.post('/workbenches', { data: {} })).json()
  for (const path of ['/sessions', '/openid4vp/sessions'])
    await request.post(path, { data: { workbench: made.workbench_id } })
  return { page_url: new URL(made.page_url).pathname, view_url: new URL(made.view_url).pathname }
}

/** Two campaigns, one with a worse result. */
const comparison = async (request: APIRequestContext) => {
  const presets = ['bad_signature', 'sd_jwt_baseline', 'mdoc_baseline']
  const [before, after] = [await campaign(presets, 2, 'error')(request), await campaign(presets, 2)(request)]
  return `/compare?before=${before.split('/').at(-1)}&after=${after.split('/').at(-1)}`
}

/**
 * States of each page, the one with the most content first. A page without variables in its path and without other
 * states needs no line.
 */
const states: Readonly<Record<NamingPage, readonly NamedPage[]> & Partial<Record<PlainPage, readonly NamedPage[]>>> = {
  inspectIssuance: [
    { name: 'inspector failed', open: async (request) => inspector(await failedSession(request)) },
    {
      name: 'inspector created',
      open: async (request) =>
        inspector(await createSession(request, { credential_offer_mode: 'credential_offer_uri' })),
    },
    { name: 'inspector passed', open: async (request) => inspector(await passedSession(request)) },
    {
      name: 'inspector, all checks open',
      open: async (request) => `${inspector(await failedSession(request))}?all=1`,
      holdsFirst: true,
    },
    {
      name: 'inspector of a laboratory',
      open: async (request) => `${inspector(await laboratory(request))}?laboratory=1`,
    },
    ...['diff', 'decoded', 'raw', 'checks', 'facts'].map((tab) => ({
      name: `inspector ${tab}`,
      open: async (request: APIRequestContext) => `${inspector(await passedSession(request))}?tab=${tab}`,
    })),
    { name: 'inspector, ended by its driver', open: endedByDriver },
    { name: 'no such session', open: at(inspector(noSession)) },
  ],
  ofWorkbench: [
    { name: 'workbench with its codes', open: async (request) => (await workbench(request)).page_url },
    { name: 'no such workbench', open: at('/w/Zm9yIGV4YW1wbGUgb25seQ') },
  ],
  viewOfWorkbench: [{ name: 'workbench for readers', open: async (request) => (await workbench(request)).view_url }],
  runsOfWorkbench: [
    { name: 'runs of a workbench', open: async (request) => `${(await workbench(request)).page_url}/runs` },
  ],
  runsOfView: [
    { name: 'runs of a workbench for readers', open: async (request) => `${(await workbench(request)).view_url}/runs` },
  ],
  inspectPresentation: [
    {
      name: 'presentation failed',
      open: async (request) => presentationInspector(await failedPresentation(request)),
      besideWallet: true,
    },
    {
      name: 'presentation created',
      open: async (request) => presentationInspector(await createPresentation(request)),
    },
    {
      name: 'presentation by value',
      open: async (request) =>
        presentationInspector(await createPresentation(request, { request_delivery: 'by_value' })),
    },
    { name: 'presentation passed', open: async (request) => presentationInspector(await passedPresentation(request)) },
    {
      name: 'presentation decoded',
      open: async (request) => `${presentationInspector(await passedPresentation(request))}?tab=decoded`,
    },
    {
      name: 'presentation of an mdoc decoded',
      open: async (request) => `${presentationInspector(await presentedMdoc(request))}?tab=decoded`,
    },
    {
      name: 'presentation with European trust',
      open: async (request) =>
        presentationInspector(await answeredPresentation(request, undefined, { trust_framework: 'eu' })),
    },
    {
      name: 'presentation declined',
      open: async (request) => presentationInspector(await declinedPresentation(request)),
    },
    { name: 'no such presentation', open: at(presentationInspector(noSession)) },
  ],
  roundTrip: [
    {
      name: 'round trip',
      open: async (request) =>
        pathOfPage('roundTrip', await createPresentation(request, { follows: await createSession(request) })),
      besideWallet: true,
    },
  ],
  present: [
    {
      name: 'request through the browser',
      open: async (request) =>
        pathOfPage('present', await createPresentation(request, { presentation_channel: 'dc_api' })),
      besideWallet: true,
    },
    { name: 'no such request through the browser', open: at(pathOfPage('present', noSession)) },
  ],
  campaign: [
    { name: 'campaign waiting', open: campaign(['sd_jwt_baseline', 'bad_signature']), besideWallet: true },
    { name: 'campaign running', open: campaign(['bad_signature', 'sd_jwt_baseline'], 1) },
    { name: 'campaign finished', open: campaign(['bad_signature', 'sd_jwt_baseline'], 2) },
    { name: 'no such campaign', open: at(pathOfPage('campaign', noSession)) },
  ],
  coverage: [
    {
      name: 'official cases',
      open: async (request) => {
        await campaign(['bad_signature', 'sd_jwt_baseline'], 2)(request)
        return '/cases?wallet=Quillfern&version=2.4.1&area=Interaction/ProtocolFlow'
      },
    },
    { name: 'official cases of no wallet', open: at('/cases') },
  ],
  statement: [
    {
      name: 'statement',
      open: async (request) => {
        await campaign(['bad_signature', 'sd_jwt_baseline'], 2)(request)
        const items = { mdoc: false, sd_jwt_vc: true, digest_algs: ['sha-256'], transaction_types: [] }
        const data = { wallet: { name: 'Quillfern', version: '2.4.1' }, tester: { name: 'Ada Quill' }, items }
        await request.post('/coverage/declarations', { data })
        return '/cases/statement?wallet=Quillfern&version=2.4.1'
      },
    },
    { name: 'statement of no wallet', open: at('/cases/statement') },
  ],
  publish: [
    {
      name: 'what becomes public of a wallet',
      open: async (request) => {
        await campaign(['bad_signature', 'sd_jwt_baseline'], 2)(request)
        return '/cases/publish?wallet=Quillfern&version=2.4.1'
      },
    },
    { name: 'publishing no wallet', open: at('/cases/publish') },
  ],
  wallet: [
    { name: 'published wallet', open: async (request) => pathOfPage('wallet', await publishedWallet(request)) },
    { name: 'no such wallet', open: at('/wallets/none') },
  ],
  walletVersion: [{ name: 'no such version of a wallet', open: at('/wallets/none/1') }],
  compare: [
    { name: 'comparison, asked for', open: at('/compare') },
    { name: 'comparison of campaigns', open: comparison },
    { name: 'comparison of nothing', open: at(`/compare?before=${noSession}&after=x`) },
  ],
  runs: [
    { name: 'runs', open: at('/runs') },
    { name: 'runs, nothing found', open: at('/runs?q=nothing+like+this&failed=1') },
  ],
  start: [{ name: 'landing', open: board('/'), besideWallet: true }],
  docs: [{ name: 'guides', open: at('/docs') }],
  checks: [
    { name: 'checks', open: at('/checks') },
    { name: 'checks, all listed', open: at('/checks?all=1'), holdsFirst: true },
    { name: 'checks, nothing found', open: at('/checks?q=nothing+like+this') },
  ],
  check: [
    { name: 'check', open: at('/checks/vci.proof.jwt.aud') },
    { name: 'no such check', open: at('/checks/no.such.check') },
  ],
  apiDocs: [
    { name: 'interface', open: at('/docs/api') },
    { name: 'interface, an operation open', open: at('/docs/api#createSession'), holdsFirst: true },
  ],
  scoreboard: [
    { name: 'scoreboard', open: board('/scoreboard') },
    { name: 'scoreboard, nothing found', open: board('/scoreboard?q=nothing+like+this') },
  ],
  pipeline: [
    { name: 'pipeline', open: board('/hub/pipelines/wallet-capture/eu-pid-device-bound-by-value') },
    { name: 'pipeline, runs under way', open: pipelineWithRuns },
    { name: 'no such pipeline', open: at('/hub/pipelines/wallet-capture/none') },
  ],
  // Without the key one is asked for it; `organization.spec.ts` tests what follows.
  organizationPipeline: [{ name: 'a pipeline to write', open: at(pathOfPage('organizationPipeline', 'x'.repeat(15))) }],
  operatorScoreboard: [{ name: 'operator', open: at('/operator/scoreboard') }],
}

/** Every page of the table in every state, and what a lost browser gets. */
const everyPage: readonly NamedPage[] = [
  ...pageEntries.flatMap(([name, { path }]) => states[name] ?? [{ name, open: at(path) }]),
  { name: 'no such page', open: at('/no-such-page') },
]

const statesOfPages = Object.values(states)
const laterStates = everyPage.filter((one) => statesOfPages.some(([, ...later]) => later.includes(one)))

/** A share of these pages by their names; all by night. */
const shareOf = (pages: readonly NamedPage[], step?: number) =>
  fixedShare(
    pages.map((page) => [page.name, page] as const),
    step,
  ).map(([, page]) => page)

const openedLaterStates = shareOf(laterStates, 2)

/**
 * The states that `npm test` opens: the first of each page, and half of the others. The states of a page have most of it in common,
 * and `npm run test:night` opens all.
 */
export const openedStates: readonly NamedPage[] = everyPage.filter(
  (one) => !laterStates.includes(one) || openedLaterStates.includes(one),
)

/**
 * The width at which `npm test` opens a state. The first of a page: a desktop's, where its layout is tried from 320
 * pixels on, and a phone's too if people open it there. The later ones alternate. If an opened later state contains all
 * of the first, the two get different widths.
 */
export const dayWidthOf = (page: NamedPage): { readonly tag?: '@day-phone' | '@day-desktop' } => {
  const turn = openedLaterStates.indexOf(page)
  if (turn !== -1) return { tag: turn % 2 === 0 ? '@day-phone' : '@day-desktop' }
  if (page.besideWallet) return { tag: '@day-desktop' }
  const holder = statesOfPages
    .find(([first]) => first === page)
    ?.find((one) => one.holdsFirst && openedStates.includes(one))
  return { tag: holder !== undefined && dayWidthOf(holder).tag === '@day-desktop' ? '@day-phone' : '@day-desktop' }
}

const darkStates = shareOf(everyPage)

/** Whether the dark colours of a state are checked too: those of a third in `npm test`, all by night. */
export const isShownDark = (page: NamedPage): boolean => darkStates.includes(page)
