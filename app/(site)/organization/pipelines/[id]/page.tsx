import type { Metadata } from 'next'
import { draftForm, savedForm } from '@/components/organization/pipeline-draft'
import { PipelineEditor } from '@/components/organization/pipeline-editor'
import { PipelinesLink } from '@/components/organization/pipeline-list'
import { DeletionPanel, PublicationPanel } from '@/components/organization/publication-panel'
import { readingKey, SaveNote } from '@/components/organization/save-note'
import { SchedulePanel } from '@/components/organization/schedule-panel'
import { MessagePage } from '@/components/site/message-page'
import { buttonClass } from '@/components/ui/button-class'
import { Note } from '@/components/ui/note'
import { hasScope } from '@/lib/core/scoreboard/asking'
import { paths } from '@/lib/paths'
import {
  keptDraft,
  organizationPipeline,
  type PageOperator,
  pageOperator,
  pickableRecords,
  pipelineChoices,
  scheduleSubject,
} from '@/lib/queries/organization-pipelines'
import { unlessAway } from '../../../unless-away'
import { SignedOut } from '../../signed-out'
import { type PipelineOfForm, pipelineId } from '../organization-form'

/** The title does not name the pipeline, because it is readable without the key. */
export const metadata: Metadata = { title: 'Pipeline', robots: { index: false } }

interface PipelinePageProps extends PipelineOfForm {
  readonly searchParams: Promise<{ readonly [name: string]: string | string[] | undefined }>
}

export default unlessAway(async function WrittenPipelinePage({ params, searchParams }: PipelinePageProps) {
  const [id, asked, session] = await Promise.all([pipelineId(params), searchParams, pageOperator()])
  const text = (name: string): string | undefined => {
    const value = asked[name]
    return typeof value === 'string' ? value : undefined
  }
  if (session === null)
    return (
      <div className="mx-auto grid max-w-[1176px] grid-cols-[minmax(0,1fr)] gap-4 px-4 md:px-6">
        <h1 className="pt-6 text-2xl">Pipeline</h1>
        <SignedOut back={paths.organizationPipeline(id)} problem={text('problem')} />
      </div>
    )
  return <Written {...{ id, session, text }} />
})

interface WrittenProps {
  readonly id: string
  readonly session: PageOperator
  /** Reads a parameter of the page's URL. */
  readonly text: (name: string) => string | undefined
}

async function Written({ id, session, text }: WrittenProps) {
  const pipeline = await organizationPipeline(session.by, id)
  if (pipeline === null)
    return (
      <MessagePage
        title="This pipeline does not exist"
        actions={
          <a className={buttonClass({ look: 'solid' })} href={paths.organizationPipelines()}>
            All pipelines
          </a>
        }
      >
        <p>It may have been deleted.</p>
      </MessagePage>
    )
  const { name, path, published, revision } = pipeline
  const { formToken } = session
  const mayWrite = hasScope(session.by, 'pipelines:write')
  const draftId = text('draft') ?? ''
  const kept = keptDraft(session, draftId, id)
  const ofSchedule = keptDraft(session, draftId, scheduleSubject(id))
  const isLost = draftId !== '' && kept === null && ofSchedule === null
  const seen = kept?.fields.find(([field]) => field === 'revision')?.[1] ?? revision
  const shown = kept === null ? savedForm(pipeline, text('view') === 'json') : draftForm(kept, pipeline)
  // What was typed before it was published may hold another definition, which saving the words alone would lose.
  const wordsOnly = published && mayWrite && (kept === null || kept.fields.some(([field]) => field === 'only'))
  const now = Date.now()
  return (
    <div className="mx-auto grid max-w-[1176px] grid-cols-[minmax(0,1fr)] gap-4 px-4 md:px-6">
      <div className="flex flex-wrap items-end gap-3 pt-6">
        <div className="mr-auto min-w-0">
          <PipelinesLink />
          <h1 className="mt-1 text-2xl wrap-anywhere" dir="auto">
            {name}
          </h1>
        </div>
        <a className={buttonClass()} href={paths.pipeline(path)}>
          Open pipeline page
        </a>
      </div>
      <SaveNote
        done={text('done')}
        problem={text('problem') ?? (text('done') === undefined ? kept?.refusal : null)}
        saved={kept === null ? null : paths.organizationPipeline(id)}
      />
      {!mayWrite && <Note kind="information">{readingKey}</Note>}
      {isLost && <Note kind="warning">What was typed here is no longer kept. This is what is saved.</Note>}
      {published && mayWrite && (
        <Note kind="information">
          This pipeline is published, so its definition cannot change: its public results came from{' '}
          {kept === null ? 'this definition' : 'the definition that is saved'}.{' '}
          <a className="link" href="#publication">
            Unpublish it
          </a>{' '}
          to edit that.{wordsOnly && ' Its name and description can change now.'}
          {kept !== null && (
            <>
              {' '}
              This is what was typed, and it is not saved.{' '}
              <a className="link" href={paths.organizationPipeline(id)}>
                Discard what was typed
              </a>{' '}
              to see what is.
            </>
          )}
        </Note>
      )}
      {kept === null && !published && pipeline.problems.length > 0 && (
        <Note kind="warning">
          The definition that is saved is wrong in the places that are marked, so the pipeline does not run. What it
          names may have been removed.
        </Note>
      )}
      {pipeline.definition === null && (
        <Note kind="information">
          It has no definition: its executions are reported by others. With one, it can run here.
        </Note>
      )}
      <PipelineEditor
        id={id}
        {...shown}
        formToken={formToken}
        revision={seen}
        draftId={kept === null ? '' : draftId}
        organizations={[]}
        choices={pipelineChoices()}
        known={await pickableRecords(pipeline.organization)}
        readOnly={published || !mayWrite}
        wordsOnly={wordsOnly}
        asksWhoRuns={pipeline.definition === null}
      />
      {!mayWrite ? null : kept === null || published ? (
        <>
          {(pipeline.definition !== null || pipeline.schedule !== null) && (
            <SchedulePanel
              pipeline={pipeline}
              formToken={formToken}
              draft={ofSchedule && { ...ofSchedule, id: draftId }}
              now={now}
            />
          )}
          <PublicationPanel {...{ pipeline, revision, formToken }} draftId={kept === null ? '' : draftId} />
          <DeletionPanel {...{ pipeline, revision, formToken }} />
        </>
      ) : (
        <p className="text-sm text-ink-2">Save or discard what was typed to see schedule and publication.</p>
      )}
    </div>
  )
}
