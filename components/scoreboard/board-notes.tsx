import { buttonClass } from '../ui/button-class'
import { Note } from '../ui/note'
import { RelativeTime } from '../ui/relative-time'

interface BoardNotesProps {
  readonly committedAt: string
  /** Rows older than this get a notice. */
  readonly staleMillis: number
  readonly staleRows: number
  readonly now: number
  /** The service is not responding. */
  readonly lost: boolean
  /** Asks the service again. */
  readonly onRetry: () => void
  /** Newer rows are available. */
  readonly newer: boolean
  readonly onShowNewer: () => void
}

/** What readers should know about the rows shown. */
export function BoardNotes({
  committedAt,
  staleMillis,
  staleRows,
  now,
  lost,
  onRetry,
  newer,
  onShowNewer,
}: BoardNotesProps) {
  const isOld = committedAt !== '' && now - Date.parse(committedAt) > staleMillis
  return (
    <div className="grid gap-2 empty:hidden [&>*]:mb-2" aria-live="polite">
      {isOld && (
        <Note kind="warning">
          These results are old. They were last aggregated <RelativeTime at={committedAt} now={now} />.
        </Note>
      )}
      {staleRows > 0 && (
        <Note kind="information">
          {`${staleRows} ${staleRows === 1 ? 'row holds' : 'rows hold'} older numbers from an organisation that did not respond; they are marked “partly older”.`}
        </Note>
      )}
      {lost && (
        <Note kind="warning">
          The service is not responding. These are the last rows received.{' '}
          <button type="button" className={buttonClass({ size: 'small' })} onClick={onRetry}>
            Try again
          </button>
        </Note>
      )}
      {newer && (
        <Note kind="information">
          New results are available.{' '}
          <button type="button" className={buttonClass({ size: 'small' })} onClick={onShowNewer}>
            Show them
          </button>
        </Note>
      )}
    </div>
  )
}
