import { kindFacts, type OwnedKind, ownedKindNames } from '@/lib/core/scoreboard/entities/kinds'
import { paths } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'

interface OwnedKindsProps {
  readonly organization: string
  /** The kind that the page shows; `null` for none. */
  readonly shown: OwnedKind | null
  /** The form of a pipeline to return to, as in the address; '' for none. */
  readonly pipeline?: string
}

/** Links to what an organisation owns, by kind. */
export function OwnedKinds({ organization, shown, pipeline = '' }: OwnedKindsProps) {
  return (
    <nav aria-label="Kinds" className="flex flex-wrap gap-2">
      {ownedKindNames.map((kind) => (
        <a
          key={kind}
          className={buttonClass(kind === shown ? { look: 'solid', size: 'small' } : { size: 'small' })}
          aria-current={kind === shown ? 'page' : undefined}
          href={paths.organizationEntities({ organization, kind, pipeline })}
        >
          {kindFacts(kind).many}
        </a>
      ))}
    </nav>
  )
}
