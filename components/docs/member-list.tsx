import type { MemberView, SchemaView } from '@/lib/queries/schema-view'
import { ExtensionMark } from './extension-mark'
import { SchemaWords } from './schema-words'

interface MemberListProps {
  readonly members: readonly (MemberView & { readonly place?: string })[]
  /** Unlisted members are allowed too. */
  readonly open?: boolean
}

/** Members of an object, each with its type; nested members follow their parent. */
export function MemberList({ members, open = false }: MemberListProps) {
  return (
    <ul className="grid text-sm">
      {members.map((member) => (
        <li key={member.name} className="border-t border-line py-1.5 first:border-t-0">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
            <span className="wire font-medium">{member.name}</span>
            <SchemaWords schema={member} />
            <span className="text-xs text-ink-3">
              {member.required ? 'required' : 'optional'}
              {member.place === undefined ? '' : `, in the ${member.place}`}
            </span>
            {member.extension && <ExtensionMark />}
          </p>
          {member.description !== null && <p className="text-xs text-ink-3">{member.description}</p>}
          <Nested schema={member} />
        </li>
      ))}
      {open && <li className="border-t border-line py-1.5 text-xs text-ink-3">May contain other members.</li>}
    </ul>
  )
}

function Nested({ schema }: { readonly schema: SchemaView }) {
  if (schema.members.length === 0) return null
  return (
    <details className="mt-1 ml-2 border-l border-line pl-3">
      <summary className="chevron flex items-center text-xs text-ink-3">
        {schema.members.length} {schema.members.length === 1 ? 'member' : 'members'}
      </summary>
      <MemberList members={schema.members} />
    </details>
  )
}
