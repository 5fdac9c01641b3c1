import type { PipelineExecution } from '@/lib/queries/pipeline'

/** What a run names and nothing has: a wrong name, or a record that was deleted. Counting leaves these out. */
export function UnresolvedNames({ unresolved }: Pick<PipelineExecution, 'unresolved'>) {
  if (unresolved.length === 0) return null
  return (
    <div className="w-full text-warn-ink">
      Its report names what is not on record:
      <ul className="grid list-disc gap-0.5 pl-5">
        {unresolved.map(({ field, name }) => (
          <li key={`${field} ${name}`} className="wrap-anywhere">
            <code>{field}</code> <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
