import { Fragment } from 'react'
import type { BodyView } from '@/lib/queries/api-reference'
import { MemberList } from './member-list'

/** A body: its media type and the members of each of its forms. */
export function SchemaBlock({ body: { mediaType, schema } }: { readonly body: BodyView }) {
  const { words, forms, open } = schema
  return (
    <>
      <p>
        <code>{mediaType}</code> {forms.length > 1 ? 'object, in one of these forms' : words}
        {open && ', further members allowed'}
      </p>
      {forms.map((members, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: forms have no names and never move
        <Fragment key={place}>
          {place > 0 && <p>or</p>}
          <MemberList members={members} />
        </Fragment>
      ))}
    </>
  )
}
