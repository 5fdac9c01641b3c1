import { cn } from '@/lib/cn'
import { brokenRules } from '@/lib/core/campaigns/broken-rules'
import { editionShownAfter } from '@/lib/core/campaigns/campaign-offer'
import { toldNumbers } from '@/lib/core/campaigns/reports/step-outcome'
import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import { fixHeading } from '@/lib/core/engine/evidence/fix-heading'
import { paths } from '@/lib/paths'
import { campaignTitle } from '@/lib/queries/campaigns'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { Panel } from '../ui/panel'
import { verdictTones } from '../ui/verdict-styles'
import { endWords } from './campaign-progress'
import { BrokenList, FindingLinks, sessionUrl } from './campaign-steps'
import { campaignAfter, campaignQuestions } from './campaign-topics'
import { CompareWithLast } from './compare-with-last'
import type { FailedCase } from './failed-cases'
import { againOf } from './try-again'

interface CampaignEndProps {
  readonly campaign: CampaignView
  /** Baseline cases that failed by its sessions, though no check failed in these. */
  readonly failedCases: readonly FailedCase[]
}

/** The end of a campaign: verdict, what to fix first, and what to do then. */
export function CampaignEnd({ campaign, failedCases }: CampaignEndProps) {
  const { campaign_id: id, title, wallet, created_at: createdAt, steps, counts } = campaign
  const broken = brokenRules(steps)
  const { tone, words } = endWords(campaign)
  const again = againOf(steps)
  const [first, ...others] = broken
  const firstStep = first?.steps[0]
  const firstPage = firstStep === undefined ? null : sessionUrl(firstStep)
  return (
    <Panel labelledBy="end">
      <div
        className={cn(
          'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-t-md border-b border-line px-4 py-2.5',
          { fail: 'bg-fail-soft', warn: 'bg-warn-soft', pass: 'bg-pass-soft' }[tone],
        )}
      >
        <span data-outcome={tone} className={cn('inline-flex items-center gap-1.5 font-[550]', verdictTones[tone].ink)}>
          <Icon name={verdictTones[tone].icon} className="size-4 shrink-0" />
          {words}
        </span>
        <span className="text-sm text-ink-2">
          {[
            ...(broken.length > 0 ? [`${broken.length} ${broken.length === 1 ? 'cause' : 'causes'}`] : []),
            toldNumbers(counts),
          ]
            .filter((text) => text !== '')
            .join(' · ')}
        </span>
      </div>
      <div className="grid gap-3 p-4">
        {first === undefined ? (
          <NothingBroken campaign={campaign} failedCases={failedCases} />
        ) : (
          <>
            <div className="grid gap-1">
              <p className="text-sm text-ink-3">Fix first</p>
              <h2 id="end" className="text-xl [overflow-wrap:anywhere]">
                {first.rule.problem}
              </h2>
            </div>
            <dl className="grid gap-x-4 gap-y-2 md:grid-cols-[7rem_minmax(0,1fr)] [&_dt]:text-sm [&_dt]:text-ink-3">
              <dt>Rule</dt>
              <dd className="flex flex-wrap items-center gap-x-3 text-sm">
                <a className="link target wire text-xs" href={paths.reason(first.rule)}>
                  {first.rule.id}
                </a>
                <a className="link target" href={first.rule.clause.url}>
                  {first.rule.clause.spec} {first.rule.clause.section}
                </a>
                <FindingLinks steps={first.steps} />
              </dd>
              {first.rule.hint !== null && (
                <>
                  <dt>{fixHeading(first.rule.acts)}</dt>
                  <dd className="[overflow-wrap:anywhere]">{first.rule.hint}</dd>
                </>
              )}
              <dt>Next for you</dt>
              <dd>
                Fix it, then{' '}
                {again.what !== 'failed'
                  ? 'run the campaign again.'
                  : again.presets.length === 1
                    ? 'try the failed step again.'
                    : `try the ${again.presets.length} failed steps again.`}
              </dd>
            </dl>
          </>
        )}
        <div className="flex flex-wrap gap-2">
          {again.presets.length > 0 && (
            <form method="post" action={renderedPaths.tryCampaignAgain(id)}>
              {again.presets.map((preset) => (
                <input key={preset} type="hidden" name="preset" value={preset} />
              ))}
              <button type="submit" className={buttonClass({ look: 'solid' })}>
                <Icon name="redo" />
                Try {again.presets.length} {again.what} again
              </button>
            </form>
          )}
          {firstPage !== null && (
            <a className={buttonClass()} href={firstPage}>
              Open step {firstStep?.number}
            </a>
          )}
          <a className={buttonClass()} href={renderedPaths.publish(wallet, editionShownAfter(campaign.campaign))}>
            Publish
          </a>
          <CompareWithLast campaignId={id} title={title} wallet={wallet} createdAt={createdAt} />
        </div>
      </div>
      {others.length > 0 && (
        <div className="grid gap-2 border-t border-line p-4">
          <h3 className="text-sm text-ink-3">Then</h3>
          <BrokenList broken={others} />
        </div>
      )}
    </Panel>
  )
}

/** Official cases that ask for more than the specifications, by which the verdict of a session is made. */
function FailedCases({ cases }: { readonly cases: readonly FailedCase[] }) {
  if (cases.length === 0) return null
  return (
    <>
      <p className="text-sm text-ink-2">
        No session failed, since that takes a broken rule of a specification. These cases of the baseline failed all the
        same.
      </p>
      <ul className="grid gap-2">
        {cases.map(({ id, objective, url, check, title, page }) => (
          <li key={id} className="grid gap-0.5">
            <span>{objective}</span>
            <span className="flex flex-wrap gap-x-3 text-sm text-ink-2 [overflow-wrap:anywhere]">
              <a className="link target" href={url}>
                {id}
              </a>
              {check !== null && (
                <span>
                  This does not hold: {title}.{' '}
                  <a className="link target" href={paths.check(check)}>
                    {check}
                  </a>
                </span>
              )}
              <a className="link target" href={page}>
                Open its session
              </a>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Says that nothing failed, as far as there is a verdict, and which campaign tells more. */
function NothingBroken({ campaign, failedCases }: CampaignEndProps) {
  const { campaign: builtIn, wallet, verdict, counts, steps } = campaign
  const next = campaignAfter(builtIn)
  const question = campaignQuestions.find(({ id }) => id === next)?.question ?? null
  const warned = steps.filter(({ counts: found }) => (found?.warn ?? 0) > 0)
  return (
    <div className="grid gap-2">
      <h2 id="end" className="text-xl">
        {failedCases.length > 0
          ? `${failedCases.length} official ${failedCases.length === 1 ? 'case' : 'cases'} failed.`
          : verdict === 'pass'
            ? 'Nothing to fix.'
            : counts.failed > 0
              ? 'A step failed.'
              : 'Nothing failed so far.'}
      </h2>
      <FailedCases cases={failedCases} />
      {warned.length > 0 && (
        <p className="text-sm text-ink-2">
          {warned.length === 1
            ? 'One step has a warning, which fails no step.'
            : `${warned.length} steps have warnings, which fail no step.`}{' '}
          <FindingLinks steps={warned} />.
        </p>
      )}
      {verdict === 'pass' &&
        (next === null ? (
          <p>
            Next for you: see{' '}
            <a className="link" href={paths.coverage(wallet, editionShownAfter(builtIn))}>
              which official cases are left
            </a>
            .
          </p>
        ) : (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
            Next for you: {question ?? 'all cases that need nothing but the wallet.'}
            <a className={buttonClass({ look: 'solid' })} href={renderedPaths.startCampaignOf(wallet, next)}>
              <Icon name="play" />
              {campaignTitle({ builtIn: next })}
            </a>
          </p>
        ))}
    </div>
  )
}
