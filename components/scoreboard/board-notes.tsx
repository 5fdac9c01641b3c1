import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'
import { RelativeTime } from '../ui/relative-time'

/** Rows that were not made anew for so long are worth a word. */
const staleMillis = 24 * 60 * 60 * 1000

interface BoardNotesProps {
  readonly committedAt: string
  readonly staleRows: number
  readonly now: number
  /** The service does not answer. */
  readonly lost: boolean
  /** There are newer rows than those that are shown. */
  readonly newer: boolean
  readonly onShowNewer: () => void
}

/** What a reader should know about the rows that he looks at. */
export function BoardNotes({ committedAt, staleRows, now, lost, newer, onShowNewer }: BoardNotesProps) {
  const isOld = committedAt !== '' && now - Date.parse(committedAt) > staleMillis
  return (
    <div className="grid gap-2 empty:hidden [&>*]:mb-2" aria-live="polite">
      {isOld && (
        <Note kind="warning">
          These results are old: they were last put together <RelativeTime at={committedAt} now={now} />.
        </Note>
      )}
      {staleRows > 0 && (
        <Note kind="information">
          {`${staleRows} ${staleRows === 1 ? 'row holds' : 'rows hold'} older numbers of an organisation that did not answer; they say “partly older”.`}
        </Note>
      )}
      {lost && (
        <Note kind="warning">The service does not answer at the moment. These rows are the last ones it gave.</Note>
      )}
      {newer && (
        <Note kind="information">
          There are new results.{' '}
          <button type="button" className={buttonClass({ size: 'small' })} onClick={onShowNewer}>
            Show them
          </button>
        </Note>
      )}
    </div>
  )
}
