import type { Metadata } from 'next'
import { draftForm, emptyForm } from '@/components/organization/pipeline-draft'
import { PipelineEditor } from '@/components/organization/pipeline-editor'
import { PipelinesLink } from '@/components/organization/pipeline-list'
import { readingKey, SaveNote } from '@/components/organization/save-note'
import { Note } from '@/components/ui/note'
import { hasScope } from '@/lib/core/scoreboard/asking'
import { paths } from '@/lib/paths'
import {
  everyOrganization,
  keptDraft,
  newPipelineSubject,
  type PageOperator,
  pageOperator,
  pickableRecords,
  pipelineChoices,
} from '@/lib/queries/organization-pipelines'
import { unlessAway } from '../../../unless-away'
import { SignedOut } from '../../signed-out'

export const metadata: Metadata = { title: 'New pipeline', robots: { index: false } }

interface NewPipelinePageProps {
  readonly searchParams: Promise<{ readonly [name: string]: string | string[] | undefined }>
}

export default unlessAway(async function NewPipelinePage({ searchParams }: NewPipelinePageProps) {
  const [{ draft, view, problem, organization }, session] = await Promise.all([searchParams, pageOperator()])
  return (
    <div className="mx-auto grid max-w-[1176px] grid-cols-[minmax(0,1fr)] gap-4 px-4 md:px-6">
      <div className="pt-6">
        <PipelinesLink />
        <h1 className="mt-1 text-2xl">New pipeline</h1>
      </div>
      {session === null ? (
        <SignedOut back={paths.newPipeline()} problem={typeof problem === 'string' ? problem : undefined} />
      ) : !hasScope(session.by, 'pipelines:write') ? (
        <Note kind="information">{readingKey}</Note>
      ) : (
        <NewPipeline
          session={session}
          draftId={typeof draft === 'string' ? draft : ''}
          asJson={view === 'json'}
          asked={organization}
        />
      )}
    </div>
  )
})

async function NewPipeline({
  session,
  draftId,
  asJson,
  asked,
}: {
  readonly session: PageOperator
  readonly draftId: string
  readonly asJson: boolean
  /** Namespace of the organisation that the address names. */
  readonly asked: unknown
}) {
  const organizations = await everyOrganization(session.by)
  const first = organizations.find(({ canonified_name }) => canonified_name === asked) ?? organizations[0]
  if (first === undefined)
    return (
      <Note kind="warning">
        A pipeline belongs to an organisation, and there is none.{' '}
        <a className="link" href={paths.organizationEntities()}>
          Make one
        </a>
        .
      </Note>
    )
  const kept = keptDraft(session, draftId, newPipelineSubject)
  const shown = kept === null ? emptyForm(first.canonified_name, asJson) : draftForm(kept)
  return (
    <>
      {kept === null && draftId !== '' && (
        <Note kind="warning">What was typed here is no longer kept. This is an empty form.</Note>
      )}
      <SaveNote problem={kept?.refusal} />
      <PipelineEditor
        id={null}
        {...shown}
        formToken={session.formToken}
        revision=""
        draftId={kept === null ? '' : draftId}
        organizations={organizations}
        choices={pipelineChoices()}
        known={await pickableRecords(shown.draft.organization)}
        readOnly={false}
        asksWhoRuns
      />
    </>
  )
}
