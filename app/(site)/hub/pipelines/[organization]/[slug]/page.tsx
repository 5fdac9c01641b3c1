import type { Metadata } from 'next'
import { headers } from 'next/headers'
import Link from 'next/link'
import { cache } from 'react'
import { ExecutionList } from '@/components/hub/execution-list'
import { PipelineBadge, PipelineEntities, PipelineSteps } from '@/components/hub/pipeline-definition'
import { LatestEvidence, PipelineResult, PipelineTrend } from '@/components/hub/pipeline-results'
import { RunNow, RunProblem, RunsPanel } from '@/components/hub/runs-panel'
import { ScoreboardLink } from '@/components/scoreboard/scoreboard-link'
import { MessagePage } from '@/components/site/message-page'
import { buttonClass } from '@/components/ui/button-class'
import { Note } from '@/components/ui/note'
import { Panel } from '@/components/ui/panel'
import { paths } from '@/lib/paths'
import { operatorSession } from '@/lib/queries/operator'
import { pipelineView } from '@/lib/queries/pipeline'
import { followedMillis, revisionOfRuns } from '@/lib/queries/pipeline-revision'
import { runDesk } from '@/lib/queries/run-desk'
import { aggregationInterval } from '@/lib/queries/scoreboard'
import { renderedPaths } from '@/lib/rendered-paths'
import { metadataUnlessAway, unlessAway } from '../../../../unless-away'
import { type PipelineParams, pathOf } from './pipeline-path'

interface PipelinePageProps extends PipelineParams {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}

const operator = cache(async () => operatorSession(await headers()))

const textOf = (value: string | readonly string[] | undefined): string => (typeof value === 'string' ? value : '')

/** Names a private pipeline only to the operator, even in the title of its not-found page. */
export const generateMetadata = metadataUnlessAway(async ({ params }: PipelineParams): Promise<Metadata> => {
  const pipeline = await pipelineView(await pathOf(params), (await operator()) !== null)
  if (pipeline === null) return { title: 'No such pipeline', robots: { index: false } }
  const { name, path, origin, owner } = pipeline
  if (!pipeline.published) return { title: name, robots: { index: false } }
  const picture = { url: `${origin}${renderedPaths.pipelinePicture(path, 'png')}`, width: 1200, height: 630 }
  const shown = { title: name, description: `A test pipeline of ${owner.name}, and how often it succeeded.` }
  return {
    ...shown,
    alternates: { canonical: paths.pipeline(path) },
    openGraph: {
      ...shown,
      type: 'website',
      siteName: 'Wallet Capture',
      url: `${origin}${paths.pipeline(path)}`,
      images: [picture],
    },
    twitter: { card: 'summary_large_image' },
  }
})

export default unlessAway(async function PipelinePage({ params, searchParams }: PipelinePageProps) {
  const session = await operator()
  const pipeline = await pipelineView(await pathOf(params), session !== null)
  if (pipeline === null)
    return (
      <MessagePage
        title="This pipeline does not exist or is not public"
        actions={
          <ScoreboardLink className={buttonClass({ look: 'solid' })} href={paths.scoreboard()}>
            Go to the scoreboard
          </ScoreboardLink>
        }
      >
        <p>The owner decides whether a pipeline is published. Unpublished pipelines look like missing ones.</p>
      </MessagePage>
    )
  const { name, path, origin, owner, description, row, resultsShown, trend, executions, latestSuccess, definition } =
    pipeline
  const { published, running } = pipeline
  const runs = { running, ended: executions }
  const { problem, version, ending } = await searchParams
  const code = textOf(problem)
  const [desk, revision] = await Promise.all([
    session && runDesk(pipeline, { ...session, isRefused: code === 'invalid_pipeline' }),
    revisionOfRuns(runs, session !== null),
  ])
  const now = Date.now()
  return (
    <div className="mx-auto grid max-w-[1176px] gap-4 px-4 md:px-6">
      <div className="pt-6">
        <p className="text-sm text-ink-2">
          <ScoreboardLink className="link target" href={paths.scoreboard()}>
            Scoreboard
          </ScoreboardLink>
          {' / '}
          <ScoreboardLink
            className="link target"
            href={paths.scoreboard(`?${new URLSearchParams({ org: owner.canonified_name })}`)}
          >
            <bdi>{owner.name}</bdi>
          </ScoreboardLink>
        </p>
        <h1 className="mt-1 text-2xl wrap-anywhere" dir="auto">
          {name}
        </h1>
        {description !== '' && (
          <p className="mt-1 max-w-[74ch] wrap-anywhere whitespace-pre-line text-ink-2" dir="auto">
            {description}
          </p>
        )}
        {desk !== null && (
          <div className="mt-3 flex flex-wrap items-end gap-2">
            <RunNow path={path} chosen={textOf(version)} {...desk} />
            <Link className={buttonClass()} href={paths.organizationPipeline(pipeline.id)} prefetch={false}>
              Edit
            </Link>
          </div>
        )}
      </div>
      {desk !== null && code !== '' && <RunProblem code={code} places={desk.problems} />}
      {!published && (
        <Note kind="information">
          This pipeline is not published. You see its page because you have entered the admin key; nobody else does.
        </Note>
      )}
      <RunsPanel
        {...{ pipeline, desk, revision, now }}
        ending={textOf(ending)}
        liveForMillis={followedMillis(runs, now)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] wide:grid-rows-[auto_auto_1fr]">
        <Panel labelledBy="result" className="p-4 md:p-5">
          <h2 id="result" className="mb-3 text-lg">
            Result
          </h2>
          <PipelineResult row={row} shown={resultsShown} interval={aggregationInterval()} now={now} />
          <PipelineTrend points={trend} />
          {published && <PipelineBadge name={name} path={path} origin={origin} />}
        </Panel>
        <Panel labelledBy="evidence" className="p-4 md:p-5 wide:col-start-2 wide:row-span-3 wide:row-start-1">
          <h2 id="evidence" className="mb-3 text-lg">
            Evidence of the latest success
          </h2>
          {published ? (
            <LatestEvidence execution={latestSuccess} />
          ) : (
            <p className="text-ink-2">Its files are shown once it is published.</p>
          )}
        </Panel>
        <Panel labelledBy="used" className="p-4 md:p-5">
          <h2 id="used" className="mb-3 text-lg">
            What it uses
          </h2>
          <PipelineEntities row={row} shown={resultsShown} />
        </Panel>
        <Panel labelledBy="steps" className="p-4 md:p-5">
          <h2 id="steps" className="mb-3 text-lg">
            Steps
          </h2>
          <PipelineSteps definition={definition} />
        </Panel>
      </div>
      <Panel labelledBy="executions" className="p-4 md:p-5">
        <h2 id="executions" className="mb-3 text-lg">
          Latest executions
        </h2>
        <ExecutionList executions={executions} />
      </Panel>
    </div>
  )
})
