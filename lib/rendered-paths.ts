import { startCampaignUri } from './core/shared/ports/uris'
import { besidePage, pages, pathOfPage } from './pages'
import { beside, type InspectorTarget, paths, withQuery } from './paths'

interface Wallet {
  readonly name: string
  readonly version: string
}

/** What a form of a pipeline's page came to. */
interface PipelineAnswer {
  /** Why it was not carried out, as an error code. */
  readonly problem?: string
  /** The version of the wallet that it named, to choose it again. */
  readonly version?: string
  /** The run that was asked to end. */
  readonly ending?: string
}

const campaign = (campaignId: string, what: string): string => besidePage(paths.campaign(campaignId), what)
const roundTrip = (sessionId: string, what: string): string => besidePage(paths.roundTrip(sessionId), what)
const pipeline = (path: string, what: string): string => besidePage(pathOfPage('pipeline', ...path.split('/')), what)

/** Links that only the server writes into pages. Those of `paths` go to the browser with every page, and weigh on each. */
export const renderedPaths = {
  /** Runs the reference wallet with the settings of a session, to compare what it sends. */
  compareWithReference: (kind: 'issuance' | 'presentation', sessionId: string) =>
    besidePage(
      kind === 'issuance' ? paths.inspectIssuance(sessionId) : paths.inspectPresentation(sessionId),
      'reference',
    ),
  /** Preview pictures for links to the scoreboard and to a session. */
  scoreboardPicture: () => beside('scoreboard', 'picture'),
  sessionPicture: (kind: 'issuance' | 'presentation', sessionId: string) =>
    besidePage(
      kind === 'issuance' ? paths.inspectIssuance(sessionId) : paths.inspectPresentation(sessionId),
      'picture',
    ),
  /** Take the form of their page, and show there what it would make. */
  changePresentation: () => beside('startPresentation', 'change'),
  changeLaboratory: () => beside('startLaboratory', 'change'),
  reportRefusal: (sessionId: string) => besidePage(paths.inspectPresentation(sessionId), 'refusal'),
  startCampaign: () => beside('start', 'start/campaign'),
  /** The form that starts a campaign, filled in for a wallet. */
  startCampaignOf: (wallet: Wallet, campaignId: string) => startCampaignUri('', wallet, campaignId),
  campaignRevision: (campaignId: string) => campaign(campaignId, 'revision'),
  answerCampaign: (campaignId: string) => campaign(campaignId, 'answer'),
  tryCampaignAgain: (campaignId: string) => campaign(campaignId, 'again'),
  runCampaignWallet: (campaignId: string) => campaign(campaignId, 'wallet'),
  /**
   * What the campaigns of a wallet decide of the official cases, with the cases of an area; `null` for none.
   * @param edition - none for the newest
   * @param compare - the edition to compare it with; none for no comparison
   */
  coverageArea: (
    { name, version }: Wallet,
    area: string | null,
    { edition, compare }: { readonly edition?: string | undefined; readonly compare?: string | undefined } = {},
  ) => withQuery(pages.coverage.path, { wallet: name, version, edition, compare, area: area ?? '' }),
  /** A draft of an edition, which is about no wallet. */
  draft: (edition: string) => withQuery(pages.coverage.path, { edition }),
  enterResult: () => beside('coverage', 'result'),
  declare: () => beside('statement', 'declare'),
  /** Publishes the statement of a wallet. `edition`: none for the newest. */
  publish: ({ name, version }: Wallet, edition?: string) =>
    withQuery(pages.publish.path, { wallet: name, version, edition }),
  sendPublication: () => beside('publish', 'send'),
  signIn: () => beside('organization', 'enter'),
  signOut: () => beside('organization', 'leave'),
  makeOrganizationKey: () => beside('organization', 'keys/make'),
  revokeOrganizationKey: () => beside('organization', 'keys/revoke'),
  changeOrganization: () => beside('organization', 'about'),
  deleteOrganization: () => beside('organization', 'delete'),
  makePublishToken: () => beside('operatorTokens', 'make'),
  revokePublishToken: () => beside('operatorTokens', 'revoke'),
  /** `problem`: error code of a refused form; `made`: a token that was just made, by the id of its draft. */
  operatorTokens: ({ problem, made }: { readonly problem?: string; readonly made?: string } = {}) =>
    withQuery(pages.operatorTokens.path, { problem, made }),
  /** A file of a published wallet. `edition`: null for the newest that is published of this version. */
  publishedFile: (slug: string, version: string, file: 'statement.tar' | 'bundle.tar', edition: string | null) =>
    withQuery(`${pathOfPage('walletVersion', slug, version)}/${file}`, { edition: edition ?? undefined }),
  walletBadge: (slug: string) => `/badge/wallet/${encodeURIComponent(slug)}.svg`,
  openWorkbench: () => beside('workbench', 'new/create'),
  /** Takes the options of a form that starts sessions. */
  useInWorkbench: () => beside('workbench', 'use'),
  /** `query`: the wing of the code, and the number of the session that is shown. */
  ofWorkbench: (workbenchId: string, query: InspectorTarget = {}) =>
    withQuery(pathOfPage('ofWorkbench', workbenchId), { ...query }),
  workbenchRevision: (workbenchId: string) => besidePage(pathOfPage('ofWorkbench', workbenchId), 'revision'),
  changeWorkbench: (workbenchId: string) => besidePage(pathOfPage('ofWorkbench', workbenchId), 'settings'),
  runWorkbenchWallet: (workbenchId: string) => besidePage(pathOfPage('ofWorkbench', workbenchId), 'wallet'),
  compareInWorkbench: (workbenchId: string) => besidePage(pathOfPage('ofWorkbench', workbenchId), 'reference'),
  startCampaignInWorkbench: (workbenchId: string) => besidePage(pathOfPage('ofWorkbench', workbenchId), 'campaign'),
  newViewOfWorkbench: (workbenchId: string) => besidePage(pathOfPage('ofWorkbench', workbenchId), 'link'),
  endWorkbench: (workbenchId: string) => besidePage(pathOfPage('ofWorkbench', workbenchId), 'end'),
  viewOfWorkbench: (viewId: string, query: { readonly session?: string } = {}) =>
    withQuery(pathOfPage('viewOfWorkbench', viewId), query),
  /** All runs of a workbench, for who has it and for its readers. */
  runsOfWorkbench: (workbenchId: string) => pathOfPage('runsOfWorkbench', workbenchId),
  runsOfView: (viewId: string) => pathOfPage('runsOfView', viewId),
  viewRevision: (viewId: string) => besidePage(pathOfPage('viewOfWorkbench', viewId), 'revision'),
  createRoundTrip: () => beside('startRoundTrip', 'create'),
  roundTripRevision: (presentationSessionId: string) => roundTrip(presentationSessionId, 'revision'),
  runRoundTripWallet: (presentationSessionId: string) => roundTrip(presentationSessionId, 'wallet'),
  /** The page that asks a wallet through the browser. */
  present: (sessionId: string) => pathOfPage('present', sessionId),
  /** What that page reads and posts to. */
  browserRequest: (sessionId: string) => ({
    requestUrl: `${paths.api.presentationSession(sessionId)}/dc-api`,
    resultUrl: `${paths.api.presentationSession(sessionId)}/dc-api/result`,
    stateUrl: besidePage(pathOfPage('present', sessionId), 'state'),
  }),
  checksJson: () => '/checks.json',
  /** A pipeline as a badge, or as a card for link previews. */
  pipelinePicture: (path: string, form: 'svg' | 'png') =>
    `/badge/pipeline/${path.split('/').map(encodeURIComponent).join('/')}.${form}`,
  pipelineRevision: (path: string) => pipeline(path, 'revision'),
  runPipeline: (path: string) => pipeline(path, 'run'),
  cancelRun: (path: string) => pipeline(path, 'cancel'),
  /** The page of a pipeline, with what a form of it came to. */
  pipelineAnswer: (path: string, answer: PipelineAnswer) => withQuery(paths.pipeline(path), { ...answer }),
}
