import Link from 'next/link'
import { checkById } from '@/lib/core/wings'
import { type HrefOf, paths } from '@/lib/paths'
import { Note } from '../ui/note'
import type { MissingTarget } from './model/missing-target'

interface MissingTargetNoteProps {
  readonly missing: MissingTarget
  readonly hrefOf: HrefOf
}

/** Says that the URL names something this session does not have, and what to do next. */
export function MissingTargetNote({ missing: { what, id }, hrefOf }: MissingTargetNoteProps) {
  return (
    <div className="mb-4" role="status">
      <Note kind="information">
        {what === 'exchange' ? (
          <>
            This session has no exchange <code className="wire">{id}</code>: it may belong to another session, or it has
            not happened yet.{' '}
          </>
        ) : (
          <>
            The check <code className="wire">{id}</code> did not run in this session.{' '}
            {checkById(id) !== null && (
              <>
                <Link className="link" href={paths.check(id)}>
                  See it in the catalogue
                </Link>
                .{' '}
              </>
            )}
          </>
        )}
        <Link className="link" href={hrefOf()} scroll={false}>
          Show the session
        </Link>
      </Note>
    </div>
  )
}
