import type { SchemaView } from '@/lib/queries/schema-view'
import { Panel } from '../ui/panel'
import { MemberList } from './member-list'
import { SchemaWords } from './schema-words'

/** A named schema with its members. */
export function SchemaPanel({ name, schema }: { readonly name: string; readonly schema: SchemaView }) {
  const id = `schema-${name}`
  return (
    <Panel labelledBy={id} className="mt-4">
      <h3 id={id} className="wire scroll-mt-[calc(var(--bar)+16px)] border-b border-line px-4 py-2.5 text-sm">
        {name}
      </h3>
      <div className="px-4 py-2">
        {schema.members.length > 0 ? (
          <MemberList members={schema.members} open={schema.open} />
        ) : (
          <SchemaWords schema={schema} />
        )}
      </div>
    </Panel>
  )
}
