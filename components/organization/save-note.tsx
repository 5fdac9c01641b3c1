import { FormNote } from '../ui/form-note'
import { pipelineWords } from './form-words'

/** Said to who has a key that changes no pipelines. */
export const readingKey =
  'Your key may read pipelines and change none: that takes the scope pipelines:write. Sign in with a key that has it.'

interface SaveNoteProps {
  readonly done?: string | undefined
  readonly problem?: string | null | undefined
  /** Page that shows the saved pipeline; `null` if this one does. */
  readonly saved?: string | null
}

/** Says what a form of a pipeline came to. */
export const SaveNote = ({ done, problem, saved = null }: SaveNoteProps) => (
  <FormNote words={pipelineWords} done={done} problem={problem}>
    {problem === 'pipeline_changed' && saved !== null && (
      <>
        {' '}
        <a className="link" href={saved}>
          What is saved now
        </a>
      </>
    )}
  </FormNote>
)
