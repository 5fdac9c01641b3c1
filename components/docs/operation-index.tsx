import type { OperationGroup } from '@/lib/queries/api-reference'

/** Links to every operation, by group. */
export function OperationIndex({ groups }: { readonly groups: readonly OperationGroup[] }) {
  return (
    <nav aria-label="Operations" className="grid content-start gap-4">
      {groups.map(({ name, operations }) => (
        <div key={name}>
          <p className="mb-1 text-xs font-[550] text-ink-3">{name}</p>
          <ul>
            {operations.map(({ id, summary }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="-mx-2 flex min-h-[26px] items-center rounded-sm px-2 py-[3px] text-ink-2 hover:bg-hover"
                >
                  {summary}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
