import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'
import { Panel } from '../ui/panel'
import { Confirmed } from '../ui/secrets'

interface PipelinePanelProps {
  readonly pipeline: {
    readonly id: string
    readonly published: boolean
    readonly evidence_public: boolean
    readonly definition: unknown
    readonly problems: readonly unknown[]
    readonly last_run: unknown
    readonly schedule: unknown
  }
  readonly revision: string
  readonly formToken: string
}

const Hidden = ({ revision, formToken }: Omit<PipelinePanelProps, 'pipeline'>) => (
  <>
    <input type="hidden" name="form_token" value={formToken} />
    <input type="hidden" name="revision" value={revision} />
  </>
)

/** Publishes or withdraws a pipeline, and explains the consequences. */
export function PublicationPanel({
  pipeline,
  draftId,
  ...form
}: PipelinePanelProps & {
  /** Id of the draft that the page continues to show; '' for none. */
  readonly draftId: string
}) {
  const { id, published, evidence_public, problems } = pipeline
  const isWrong = problems.length > 0
  const publish = (
    <form method="post" action={paths.publishPipeline(id)} className="flex flex-wrap gap-2">
      <Hidden {...form} />
      <input type="hidden" name="draft" value={draftId} />
      <button
        type="submit"
        name="do"
        value={published ? 'unpublished' : 'published'}
        disabled={!published && isWrong}
        className={buttonClass({ look: 'solid' })}
      >
        {published ? 'Unpublish this pipeline' : 'Publish'}
      </button>
    </form>
  )
  return (
    <Panel labelledBy="publication" className="grid content-start gap-3 p-4 md:p-5">
      <h2 id="publication" className="scroll-mt-16 text-lg">
        Publication
      </h2>
      {published ? (
        <p className="text-sm text-ink-2">
          Everybody sees its page, its runs, its badge, and its row with its name on the scoreboard. If you unpublish
          it, they are gone at once; what remains is a row with its numbers and without its name, unless{' '}
          <code>scoreboard_visibility</code>, which the operator sets, says otherwise. Its definition can then change.
        </p>
      ) : (
        <p className="text-sm text-ink-2">
          Only its organisation and the operator see it by its name. If you publish it, everybody sees its page with its
          definition, its runs, its badge, and its row with its name on the scoreboard, at once. Its definition can then
          not change until you unpublish it.
        </p>
      )}
      {!published && isWrong && (
        <Note kind="warning">Its definition is wrong, so it cannot be published. Save a right one first.</Note>
      )}
      {published ? (
        <Confirmed
          words="Unpublish"
          label="Unpublish this pipeline"
          follows="Its page, its runs, its badge and its name on the scoreboard are gone for visitors at once. Publish it to take that back."
        >
          {publish}
        </Confirmed>
      ) : (
        publish
      )}
      <p className="text-sm text-ink-2">
        {evidence_public
          ? 'While it is published, its runs name their sessions, and everybody may read the evidence of these: only right where all of it is test data.'
          : 'Its runs do not name their sessions in public, so nobody is led to their evidence.'}
      </p>
      <form method="post" action={paths.publishPipeline(id)}>
        <Hidden {...form} />
        <input type="hidden" name="draft" value={draftId} />
        <button
          type="submit"
          name="do"
          value={evidence_public ? 'evidence_hidden' : 'evidence_shown'}
          className={buttonClass({ look: 'quiet' })}
        >
          {evidence_public ? 'Hide the evidence' : 'Show the evidence to everybody'}
        </button>
      </form>
    </Panel>
  )
}

/** Deletes a pipeline that has no results to lose. */
export function DeletionPanel({ pipeline, ...form }: PipelinePanelProps) {
  const { id, last_run, schedule } = pipeline
  return (
    <Panel labelledBy="deletion" className="grid content-start gap-3 p-4 md:p-5">
      <h2 id="deletion" className="scroll-mt-16 text-lg">
        Deletion
      </h2>
      {last_run === null ? (
        <>
          <p className="text-sm text-ink-2">
            {`It has never run, so it can be deleted${schedule === null ? '' : ', its schedule with it'}. This cannot be undone.`}
          </p>
          <Confirmed words="Delete" label="Delete this pipeline" follows="It and its definition are gone for good.">
            <form method="post" action={paths.deletePipeline(id)}>
              <Hidden {...form} />
              <button type="submit" className={buttonClass()}>
                Delete this pipeline
              </button>
            </form>
          </Confirmed>
        </>
      ) : (
        <p className="text-sm text-ink-2">
          It has run, and statistics are made of its runs, so it stays. Unpublish it and remove its schedule: then
          nobody sees it, and nothing runs.
        </p>
      )}
    </Panel>
  )
}
