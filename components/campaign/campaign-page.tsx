import Link from 'next/link'
import type { CampaignNow } from '@/lib/actions/campaign'
import { editionShownAfter } from '@/lib/core/campaigns/campaign-offer'
import { defaultEdition } from '@/lib/core/campaigns/official-cases/editions'
import { needsPerson } from '@/lib/core/campaigns/official-cases/official-case'
import type { PersonAnswer } from '@/lib/core/campaigns/person-answers'
import { toldNumbers } from '@/lib/core/campaigns/reports/step-outcome'
import { runWithWords } from '@/lib/core/campaigns/run-with-words'
import type { CampaignStepView, CampaignView } from '@/lib/core/campaigns/z-campaign'
import { trustListNames } from '@/lib/core/shared/trust/lists/profiles'
import { paths } from '@/lib/paths'
import { hasChecklist as endsWithChecklist } from '@/lib/queries/campaigns'
import type { MisbehaviourChoice } from '@/lib/queries/misbehaviours'
import { renderedPaths } from '@/lib/rendered-paths'
import { ReportMenu, SessionPill } from '../inspector/header-parts'
import { LiveRefresh } from '../inspector/live-refresh'
import { MessagePage } from '../site/message-page'
import { RunChoice } from '../start/run-choice'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { RelativeTime } from '../ui/time'
import { WalletName } from '../ui/wallet-name'
import { CampaignEnd } from './campaign-end'
import { endWords, ProgressTicks, progressWords } from './campaign-progress'
import { BrokenSoFar, CampaignSteps } from './campaign-steps'
import type { FailedCase } from './failed-cases'
import { Answer, NextPanel } from './next-panel'

/** First case that needs a person. Links into the checklist point here, which opens the panel around it. */
const firstManual = defaultEdition.cases.find(needsPerson)?.id ?? ''

/** How long an open campaign page keeps polling for changes. */
const liveMillis = 24 * 60 * 60 * 1000

interface CampaignPageProps extends CampaignNow {
  readonly misbehaviours: readonly MisbehaviourChoice[]
  /** Baseline cases that failed by its sessions, though no check failed in these. */
  readonly failedCases: readonly FailedCase[]
  /** Whether a built-in pipeline started the campaign. */
  readonly builtIn: boolean
  readonly baseUrl: string
  /** Full title of the browser tab. */
  readonly pageTitle: string
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
}

/** Page of a campaign: the next QR code, the progress, each session's result, and what to fix first. */
export function CampaignPage({
  campaign,
  next,
  revision,
  misbehaviours,
  failedCases,
  builtIn,
  baseUrl,
  pageTitle,
  now,
}: CampaignPageProps) {
  const { campaign_id: id, wallet, counts, status, steps, before, lists, stopped } = campaign
  const pill = pillOf(campaign)
  const told = toldNumbers(counts)
  // A wallet that failed a session with a correct request is probably not configured yet, so show the setup again.
  const hasBefore = (status !== 'finished' || stopped !== null) && (before !== null || lists !== undefined)
  const hasChecklist = endsWithChecklist(campaign.campaign)
  const question = steps.findLast(({ state, answers }) => state !== 'open' && answers.length > 0)
  return (
    <div className="mx-auto max-w-[1176px] px-4 pb-12 md:px-6">
      <div className="grid items-end gap-x-6 gap-y-2 pt-5 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:pt-6 md:pb-5">
        <div>
          <p className="text-sm text-ink-3">
            Campaign: {campaign.title}
            {builtIn && ', made by a built-in pipeline'}
          </p>
          <div className="mt-1 flex flex-wrap items-center gap-x-3.5 gap-y-1.5">
            <h1 className="min-w-0 text-xl [overflow-wrap:anywhere] md:text-2xl">
              <WalletName {...wallet} />
            </h1>
            <SessionPill tone={pill.tone} words={pill.words} />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <CopyButton text={paths.campaign(id)} what="address of this page" label="Share" asAddress />
          <Link className={buttonClass()} href={paths.coverage(wallet, editionShownAfter(campaign.campaign))}>
            Official cases
          </Link>
          <ReportMenu reportHref={`${paths.api.campaign(id)}/report`} archive={false} />
        </div>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2 md:col-span-2">
          <span className="font-[550] text-ink tabular-nums">{progressWords(campaign, now)}</span>
          <span>
            {counts.passed} passed, {counts.failed} failed, {counts.incomplete} without a verdict
          </span>
          {told !== '' && status !== 'finished' && <span>{told}</span>}
          <span>
            Started <RelativeTime at={campaign.created_at} now={now} />
          </span>
          {runWithWords(campaign).map(([name, value]) => (
            <span key={name} className="[overflow-wrap:anywhere]">
              {name}: {value}
            </span>
          ))}
          <LiveRefresh
            revisionUrl={renderedPaths.campaignRevision(id)}
            revision={revision}
            exchangeCount={counts.done}
            liveForMillis={status === 'finished' ? 0 : liveMillis}
            now={now}
          />
        </p>
        <div className="md:col-span-2">
          <ProgressTicks {...campaign} />
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[400px_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4 wide:col-start-2 wide:row-start-1">
          {stopped !== null && <StoppedNote campaignId={id} stopped={stopped} />}
          {status === 'finished' && <CampaignEnd campaign={campaign} failedCases={failedCases} />}
          {question !== undefined && <QuestionPanel campaignId={id} step={question} />}
          {hasBefore && (
            <BeforePanel before={before} isStarted={counts.done > 0} {...(lists === undefined ? {} : { lists })} />
          )}
          {next.session !== null && (
            <NextPanel
              campaignId={id}
              session={next.session}
              steps={counts.steps}
              baseUrl={baseUrl}
              pageTitle={pageTitle}
              now={now}
            />
          )}
          {hasChecklist && (
            <Panel labelledBy="checklist" className="grid gap-1 p-4">
              <h2 id="checklist" className="text-md">
                Cases that only a person decides
              </h2>
              <p className="text-sm text-ink-2">
                These sessions bring three of them about. Go through all of them on{' '}
                <Link className="link" href={`${paths.coverage(wallet, defaultEdition.facts.id)}#${firstManual}`}>
                  the list of this wallet
                </Link>
                , and enter what you saw.
              </p>
            </Panel>
          )}
          {status !== 'finished' && <BrokenSoFar steps={steps} />}
          {status !== 'finished' && (
            <Panel labelledBy="reference" className="p-4">
              <h2 id="reference" className="text-md">
                No wallet handy?
              </h2>
              <p className="mt-1 mb-3 text-sm text-ink-2">
                The built-in reference wallet runs through the rest of this campaign.
              </p>
              <form method="post" action={renderedPaths.runCampaignWallet(id)}>
                <RunChoice misbehaviours={misbehaviours} />
              </form>
            </Panel>
          )}
          {status === 'finished' && stopped === null && (
            <p className="text-sm text-ink-2">
              The campaign is finished.{' '}
              <Link className="link" href={paths.campaigns()}>
                Start another one
              </Link>
              .
            </p>
          )}
        </div>
        <div className="min-w-0 wide:col-start-1 wide:row-start-1">
          <CampaignSteps campaignId={id} steps={steps} />
        </div>
      </div>
    </div>
  )
}

function pillOf(campaign: CampaignNow['campaign']) {
  const { status, verdict, stopped } = campaign
  if (stopped !== null) return { tone: verdict === 'fail' ? 'fail' : 'warn', words: 'Stopped' } as const
  if (verdict === 'fail') return { tone: 'fail', words: status === 'finished' ? 'Failed' : 'Running, failed' } as const
  if (status !== 'finished') return { tone: 'live', words: 'Running' } as const
  if (verdict === 'pass' && endWords(campaign).tone === 'warn')
    return { tone: 'warn', words: 'Passed with warnings' } as const
  return verdict === 'pass'
    ? ({ tone: 'pass', words: 'Passed' } as const)
    : ({ tone: 'warn', words: 'Finished, some without a verdict' } as const)
}

interface BeforePanelProps extends Pick<CampaignView, 'before' | 'lists'> {
  /** Folds the addresses: once a session has ended, the wallet is configured. */
  readonly isStarted: boolean
}

/** How to configure the wallet before a campaign starts, with the addresses of its lists. */
function BeforePanel({ before, lists, isStarted }: BeforePanelProps) {
  return (
    <Panel labelledBy="before" className="grid grid-cols-[minmax(0,1fr)] gap-2 p-4">
      <h2 id="before" className="text-md">
        Set the wallet first
      </h2>
      {before !== null && <p className="text-sm text-ink-2">{before}</p>}
      {lists !== undefined && (
        <details open={!isStarted} className="text-sm">
          <summary className="chevron flex min-h-6 items-center text-ink-2">Addresses of the lists</summary>
          <p className="wire mt-2 text-xs [overflow-wrap:anywhere]">{`${lists.base}/`}</p>
          <ul className="mt-1">
            {trustListNames.map((list) => (
              <li key={list} className="[overflow-wrap:anywhere]">
                <span className="wire text-xs">{`${list}.jwt`}</span>{' '}
                <CopyButton text={`${lists.base}/${list}.jwt`} what={`address of ${list}`} />
              </li>
            ))}
          </ul>
          <p className="mt-2">
            <a className="link" href={lists.operator_url}>
              Certificate of who signs them
            </a>{' '}
            <CopyButton text={lists.operator_url} what="address of the certificate of who signs the lists" />
          </p>
        </details>
      )}
      <p className="text-sm">
        <Link className="link" href={paths.trust()}>
          How a wallet comes to trust this service
        </Link>
      </p>
    </Panel>
  )
}

interface QuestionPanelProps {
  readonly campaignId: string
  readonly step: CampaignStepView
}

const labels: Readonly<Record<PersonAnswer, string>> = {
  error: 'It showed an error',
  went_on: 'It carried on',
  warned: 'It warned and asked',
  nothing: 'Nobody saw it',
}

/** Asks the one question that no request of the wallet answers. The campaign does not wait for it. */
function QuestionPanel({ campaignId, step: { number, title, state, answers, session } }: QuestionPanelProps) {
  if (session === null) return null
  const { session_id: id } = session
  const isSilent = state === 'silent'
  const afterResponse = !isSilent && answers.includes('error')
  const what = isSilent
    ? 'The wallet should have refused. It sent nothing.'
    : afterResponse
      ? 'The wallet presented, and our response was unusual on purpose. What you tell is entered as your result for the official case about it.'
      : 'The wallet presented. It may do so only after it warned its user and asked.'
  const labelOf = (shown: PersonAnswer) =>
    shown !== 'went_on' || isSilent
      ? labels[shown]
      : afterResponse
        ? 'It showed no error'
        : 'It carried on without a warning'
  return (
    <Panel labelledBy="question" className="grid gap-2 border-l-4 border-l-warn-mark p-4">
      <h2 id="question" className="text-md">
        What did the wallet show in session {number}?
      </h2>
      <p className="text-sm text-ink-2">
        {/[.!?]$/.test(title) ? title : `${title}.`} {what}
      </p>
      <div className="flex flex-wrap gap-2">
        {answers.map((shown) => (
          <Answer key={shown} campaignId={campaignId} sessionId={id} shown={shown} label={labelOf(shown)} />
        ))}
      </div>
    </Panel>
  )
}

interface StoppedNoteProps {
  readonly campaignId: string
  readonly stopped: NonNullable<CampaignView['stopped']>
}

/** Why a campaign stopped early, and how to continue it. */
function StoppedNote({ campaignId, stopped: { preset, number, sentence } }: StoppedNoteProps) {
  return (
    <Note kind="warning">
      <div className="grid gap-2" role="status">
        <p>{sentence}</p>
        <form method="post" action={renderedPaths.tryCampaignAgain(campaignId)}>
          <button type="submit" name="preset" value={preset} className={buttonClass({ size: 'small' })}>
            Try session {number} again
          </button>
        </form>
      </div>
    </Note>
  )
}

/** Not-found page of a campaign. */
export function CampaignNotFound() {
  return (
    <MessagePage
      title="Campaign not found"
      actions={
        <Link href={paths.campaigns()} className={buttonClass({ look: 'solid' })}>
          Start a campaign
        </Link>
      }
    >
      <p>It may have been deleted: campaigns are kept as long as their sessions. Or the link is incomplete.</p>
    </MessagePage>
  )
}

/** Tab title of a campaign: progress first, then the wallet, because a tab shows only the beginning. */
export const campaignTabTitle = ({
  counts: { done, steps, failed },
  status,
  title,
  wallet,
}: Pick<CampaignView, 'counts' | 'status' | 'title' | 'wallet'>): string => {
  const progress = status === 'finished' ? 'Finished' : `${done} of ${steps} done`
  const failures = failed === 0 ? '' : `, ${failed} failed`
  return `${progress}${failures} · ${title}: ${wallet.name} ${wallet.version}`
}
