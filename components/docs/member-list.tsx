import type { MemberView } from '@/lib/queries/schema-view'

interface MemberListProps {
  readonly members: readonly (MemberView & { readonly place?: string })[]
}

/** Members of an object, one per line; nested ones follow their parent, with their full path. */
export function MemberList({ members }: MemberListProps) {
  return (
    <ul className="api-members">
      {members.map(({ name, depth, words, values, fallback, required, place, description, extension }) => (
        <li key={`${name} ${words} ${values.join()}`} data-depth={depth || undefined}>
          <code>{name}</code> {words}
          {values.length > 0 && (
            <span className="wire"> {values.map((value) => JSON.stringify(value)).join(' | ')}</span>
          )}
          {fallback !== null && <span className="wire"> default: {fallback}</span>}
          <Marks marks={[required ? '' : 'optional', place ?? '', extension ? 'extension' : '']} />
          {description !== null && <p>{description}</p>}
        </li>
      ))}
    </ul>
  )
}

function Marks({ marks }: { readonly marks: readonly string[] }) {
  const words = marks.filter(Boolean).join(', ')
  return words !== '' && <i>{words}</i>
}
